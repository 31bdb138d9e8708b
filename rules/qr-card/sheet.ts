import { cardSize } from './card.ts'

/** Width and height in millimeters. */
export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const
export type Paper = keyof typeof PAPERS

/** Widths of a label in millimeters. The smallest one's code is 2.5 cm wide. */
export const LABEL_WIDTHS = { small: 40, medium: 56, large: 86 } as const
export type LabelSize = keyof typeof LABEL_WIDTHS

const margin = 8
const gap = 4
/** Height of the product's name below a label. */
export const captionHeight = 6

interface SheetLayout {
  perPage: number
  label: { width: number; height: number }
  /** Top left corners of a page's labels, in millimeters from the top left. */
  places: readonly { x: number; y: number }[]
}

export function sheetLayout({ paper, size }: { paper: Paper; size: LabelSize }): SheetLayout {
  const page = PAPERS[paper]
  const width = LABEL_WIDTHS[size]
  const height = (width * cardSize.height) / cardSize.width
  const fit = (room: number, length: number) => Math.max(1, Math.floor((room - 2 * margin + gap) / (length + gap)))
  const columns = fit(page.width, width)
  const rows = fit(page.height, height + captionHeight)
  const left = (page.width - columns * width - (columns - 1) * gap) / 2
  const places = Array.from({ length: rows * columns }, (_each, index) => ({
    x: left + (index % columns) * (width + gap),
    y: margin + Math.floor(index / columns) * (height + captionHeight + gap),
  }))
  return { perPage: places.length, label: { width, height }, places }
}
