import type { DateOrder } from '../parsing/dates.ts'
import type { Scale } from '../parsing/ratings.ts'

/** How a file was read whose rows stayed out: what was decided of all its rows cannot be seen in those few any more. */
export interface NotedFormats {
  scale?: Scale | undefined
  dates?: DateOrder | undefined
}

const atEnd = /\((?:scale=(5|10))?(?:, )?(?:dates=(dmy|mdy))?\)\s*$/

/** Behind the reason of such a row: ` (scale=10, dates=dmy)`; nothing where nothing was decided. */
export function formatNote({ scale, dates }: NotedFormats): string {
  const notes = [scale && `scale=${scale}`, dates && `dates=${dates}`].filter(Boolean)
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`
}

/** The note in a row's cell of reasons. */
export function readNote(cell: string): NotedFormats {
  const [, scale, dates] = atEnd.exec(cell) ?? []
  return { scale: scale ? (Number(scale) as Scale) : undefined, dates: dates as DateOrder | undefined }
}
