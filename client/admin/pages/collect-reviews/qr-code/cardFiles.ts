import { cardSize } from '../../../../../rules/qr-card/card.ts'

/** Pixels of a downloaded picture for each unit of the card: 1,500 by 2,100 in all. */
const pngScale = 3

/** The canvas context for flat drawings. */
export const FLAT = '2d'

/** Returns the data: URL of an SVG. */
export const svgAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** Draws a card as a PNG. @throws Error if the browser can't */
export async function pngOf(svg: string, scale = pngScale): Promise<Blob> {
  const image = new Image()
  image.src = svgAddress(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = cardSize.width * scale
  canvas.height = cardSize.height * scale
  const context = canvas.getContext(FLAT)
  if (!context) throw new Error('no canvas')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return blobOf(canvas)
}

/** Returns the canvas as a PNG. @throws Error if the browser can't */
export const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })

export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Opens the browser's print dialog with one card. */
export async function printCard(svg: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;inset-inline-start:-9999px;width:1px;height:1px;border:0'
  frame.title = 'print'
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) throw new Error('no frame')
  const style = page.createElement('style')
  style.textContent = '@page{margin:12mm}body{margin:0;display:grid;place-items:center}img{width:100mm;max-width:100%}'
  const image = page.createElement('img')
  image.src = svgAddress(svg)
  page.head.append(style)
  page.body.append(image)
  await image.decode()
  view.addEventListener('afterprint', () => frame.remove())
  view.focus()
  view.print()
}
