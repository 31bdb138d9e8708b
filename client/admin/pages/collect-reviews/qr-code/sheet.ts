import { PDFDocument, rgb, type PDFImage, type PDFPage } from '@cantoo/pdf-lib'
import { cardSize, cardSvg, codePlace, type CardDesign, type CodePath } from '../../../../../rules/qr-card/card.ts'
import { captionHeight, PAPERS, sheetLayout, type LabelSize, type Paper } from '../../../../../rules/qr-card/sheet.ts'
import { blobOf, FLAT, pngOf } from './cardFiles.ts'
import type { CardAssets } from './useCardAssets.ts'

interface Sheet {
  design: CardDesign
  assets: CardAssets
  products: readonly { title: string; code: CodePath }[]
  copies: number
  paper: Paper
  size: LabelSize
  /** Prints the product's name below each label. */
  hasNames: boolean
}

/** Points in a millimeter. */
const point = 72 / 25.4

/**
 * Makes the PDF of a sheet of labels. All labels share one picture of the card. Each code is drawn as shapes, so it is
 * sharp at any size.
 */
export async function makeSheet(sheet: Sheet): Promise<Blob> {
  const { design, assets, products, copies, paper, size, hasNames } = sheet
  const pdf = await PDFDocument.create()
  const card = await pdf.embedPng(await (await pngOf(cardSvg({ design, code: null, ...assets }), 2.4)).arrayBuffer())
  const { perPage, places, label } = sheetLayout({ paper, size })
  const { width, height } = PAPERS[paper]
  const names = hasNames
    ? await Promise.all(
        products.map(async ({ title }) => pdf.embedPng(await (await nameOf(title, label.width)).arrayBuffer())),
      )
    : []
  let page: PDFPage | undefined
  products
    .flatMap((product, index) => Array.from({ length: copies }, () => ({ product, name: names[index] })))
    .forEach(({ product, name }, index) => {
      if (index % perPage === 0 || !page) page = pdf.addPage([width * point, height * point])
      const place = places[index % perPage] ?? { x: 0, y: 0 }
      drawLabel(page, {
        card,
        name,
        code: product.code,
        design,
        hasPicture: assets.picture !== '',
        left: place.x,
        top: height - place.y,
        label,
      })
    })
  return new Blob([await pdf.save()], { type: 'application/pdf' })
}

interface Label {
  card: PDFImage
  name: PDFImage | undefined
  code: CodePath
  design: CardDesign
  hasPicture: boolean
  /** Millimeters from the bottom left, as in PDF. */
  left: number
  top: number
  label: { width: number; height: number }
}

function drawLabel(page: PDFPage, { card, name, code, design, hasPicture, left, top, label }: Label): void {
  const [x, y, width, height] = [left * point, (top - label.height) * point, label.width * point, label.height * point]
  page.drawImage(card, { x, y, width, height })
  page.drawRectangle({ x, y, width, height, borderColor: rgb(0.85, 0.85, 0.85), borderWidth: 0.4 })
  const unit = width / cardSize.width
  const place = codePlace(design, hasPicture, code.size)
  page.drawSvgPath(code.path, {
    x: x + place.x * unit,
    y: top * point - place.y * unit,
    scale: (place.side * unit) / code.size,
    color: colourOf(design.codeColor),
  })
  if (name) page.drawImage(name, { x, y: y - captionHeight * point, width, height: captionHeight * point })
}

function colourOf(hex: string): ReturnType<typeof rgb> {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
  return rgb(red, green, blue)
}

const FAMILY = 'system-ui, sans-serif'

/** Draws a product's name as a picture: the browser has letters of every script, PDF's fonts don't. */
async function nameOf(title: string, width: number): Promise<Blob> {
  const scale = 12
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = captionHeight * scale
  const context = canvas.getContext(FLAT)
  if (!context) throw new Error('no canvas')
  context.font = `${2.6 * scale}px ${FAMILY}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#444'
  let text = title
  while (text.length > 1 && context.measureText(text).width > canvas.width - 8)
    text = [...text.replace(/…$/, '')].slice(0, -1).concat('…').join('')
  context.fillText(text, canvas.width / 2, canvas.height / 2)
  return blobOf(canvas)
}
