import type { QrFont, QrPreset, QrSettings } from '../settings/qr.ts'
import { ornamentOf } from './ornaments.ts'
import { fitText } from './text.ts'

/** Width and height of a card, in its own units. */
export const cardSize = { width: 500, height: 700 } as const
/** Blank modules around a code, which cameras need. */
const quietModules = 4

/** A code as the path of its dark modules, in units of one module. */
export interface CodePath {
  path: string
  size: number
}

export type CardDesign = Omit<QrSettings, 'image'>

interface Card {
  design: CardDesign
  /** Null leaves the white square empty, for a printer that draws the code itself. */
  code: CodePath | null
  /** The picture as a data: address, so that a card loads nothing; '' without one. */
  picture?: string
  /** @font-face rules with embedded fonts. */
  fontFaces?: string
}

interface Square {
  x: number
  y: number
  side: number
}

interface Placing {
  align: 'middle' | 'start'
  radius: number
  padding: number
}

const placings: Readonly<Record<QrPreset, Placing>> = {
  basic: { align: 'middle', radius: 10, padding: 52 },
  colorful: { align: 'middle', radius: 30, padding: 56 },
  adorable: { align: 'middle', radius: 44, padding: 62 },
  modern: { align: 'start', radius: 6, padding: 52 },
}

/** Space of the picture, which fits in whole: a logo may be wide. */
const pictureHeight = 92
const maxPictureWidth = 300
const titleSizes = [46, 42, 38, 34, 30, 26, 23, 20]
const descriptionSizes = [24, 22, 20, 18, 16, 14]

interface Line {
  text: string
  y: number
}

interface Layout {
  picture: { x: number; y: number; width: number } | null
  title: { size: number; lines: Line[] }
  square: Square
  description: { size: number; lines: Line[] }
}

/** Stacks picture, title, code and description, vertically centered. The code gets the space that the texts leave. */
function layoutOf({ design, hasPicture }: { design: CardDesign; hasPicture: boolean }): Layout {
  const { padding } = placings[design.name]
  const width = cardSize.width - 2 * padding
  const font = design.fontFamily
  const title = fitText(design.title, { font, width, lines: 1, sizes: titleSizes })
  const description = fitText(design.description, { font, width, lines: 4, sizes: descriptionSizes })
  const [titleHeight, descriptionHeight] = [title, description].map(({ size, lines }) => lines.length * size * 1.32)
  const gap = 26
  const parts = [
    hasPicture ? pictureHeight + 18 : 0,
    titleHeight ? titleHeight + gap : 0,
    descriptionHeight ? descriptionHeight + gap : 0,
  ]
  const texts = parts.reduce((sum, part) => sum + part, 0)
  const side = Math.min(width, hasPicture ? 320 : 370, cardSize.height - 96 - texts)
  let y = (cardSize.height - texts - side) / 2
  const x = placings[design.name].align === 'start' ? padding : (cardSize.width - side) / 2
  const pictureWidth = Math.min(width, maxPictureWidth)
  const picture = hasPicture
    ? {
        x: placings[design.name].align === 'start' ? padding : (cardSize.width - pictureWidth) / 2,
        y,
        width: pictureWidth,
      }
    : null
  y += parts[0] ?? 0
  const stack = ({ size, lines }: { size: number; lines: string[] }, top: number) => ({
    size,
    lines: lines.map((text, index) => ({ text, y: top + size * (1 + index * 1.32) })),
  })
  const titleLines = stack(title, y)
  y += parts[1] ?? 0
  const square = { x, y, side }
  return { picture, title: titleLines, square, description: stack(description, y + side + gap) }
}

export function codePlace(design: CardDesign, hasPicture: boolean, modules: number): Square {
  const {
    square: { x, y, side },
  } = layoutOf({ design, hasPicture })
  const module = side / (modules + 2 * quietModules)
  return { x: x + quietModules * module, y: y + quietModules * module, side: modules * module }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const round = (value: number): number => Math.round(value * 100) / 100

/** Adds fallback fonts for missing letters. */
const stackOf = (font: QrFont): string => {
  const generic =
    font === 'Playfair Display' || font === 'Lora'
      ? 'Georgia, serif'
      : 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
  return font === 'inherit' ? generic : `'${font}', ${generic}`
}

function textOf(
  { size, lines }: Layout['title'],
  { color, weight, align, padding }: { color: string; weight: number } & Placing,
): string {
  const x = align === 'start' ? padding : cardSize.width / 2
  return lines
    .map(
      ({ text, y }) =>
        `<text x="${x}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="${align}">${escaped(text)}</text>`,
    )
    .join('')
}

function codeOf({ path, size }: CodePath, { x, y, side }: Square, color: string): string {
  return `<path transform="translate(${round(x)} ${round(y)}) scale(${side / size})" d="${path}" fill="${color}" shape-rendering="crispEdges"/>`
}

/**
 * Draws a card as an SVG that loads nothing. Used for preview, downloads and print. The white square and its margin
 * belong to the layout, so codes scan with any colors.
 */
export function cardSvg({ design, code, picture = '', fontFaces = '' }: Card): string {
  const { width, height } = cardSize
  const hasPicture = picture !== ''
  const layout = layoutOf({ design, hasPicture })
  const placing = placings[design.name]
  const { square } = layout
  const image =
    layout.picture &&
    `<image href="${escaped(picture)}" x="${layout.picture.x}" y="${round(layout.picture.y)}" width="${layout.picture.width}" height="${pictureHeight}" preserveAspectRatio="${placing.align === 'start' ? 'xMinYMid' : 'xMidYMid'} meet"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${stackOf(design.fontFamily)}">`,
    fontFaces && `<style>${fontFaces}</style>`,
    `<rect width="${width}" height="${height}" fill="${design.background}"/>`,
    ornamentOf(design, square),
    image ?? '',
    textOf(layout.title, { color: design.titleColor, weight: 700, ...placing }),
    `<rect x="${round(square.x)}" y="${round(square.y)}" width="${round(square.side)}" height="${round(square.side)}" rx="${placing.radius}" fill="#ffffff"/>`,
    code ? codeOf(code, codePlace(design, hasPicture, code.size), design.codeColor) : '',
    textOf(layout.description, { color: design.descriptionColor, weight: 500, ...placing }),
    '</svg>',
  ].join('')
}
