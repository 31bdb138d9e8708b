import type { DateOrder } from '../parsing/dates.ts'
import type { Scale } from '../parsing/ratings.ts'

/** The format of the file that an error file's rows come from. The few rows left can't show it any more. */
export interface NotedFormats {
  scale?: Scale | undefined
  dates?: DateOrder | undefined
}

const atEnd = /\((?:scale=(1|5|100?))?(?:, )?(?:dates=(dmy|mdy))?\)\s*$/

/** Formats the note behind a row's reason: ` (scale=10, dates=dmy)`; '' if nothing was decided. */
export function formatNote({ scale, dates }: NotedFormats): string {
  const notes = [scale && `scale=${scale}`, dates && `dates=${dates}`].filter(Boolean)
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`
}

export function readNote(cell: string): NotedFormats {
  const [, scale, dates] = atEnd.exec(cell) ?? []
  return { scale: scale ? (Number(scale) as Scale) : undefined, dates: dates as DateOrder | undefined }
}
