import { readHeader } from '../parsing/header.ts'
import { guessMapping, isComplete } from '../sources/mapping.ts'
import { sources } from '../sources/sources.ts'

/** Rows of a sheet or page in which the header is looked for. */
const headerRows = 10

/** Whether a row names the columns of reviews: an app's, or at least texts and ratings. */
export function isHeaderRow(cells: readonly string[]): boolean {
  const header = readHeader(cells)
  if (header.names.filter(Boolean).length < 2) return false
  return sources.some((source) => source.detect(header) > 0) || isComplete(guessMapping(header))
}

/** Returns the position of the header among the first rows; null if none names the columns of reviews. */
export function findHeaderRow(rows: readonly (readonly string[])[]): number | null {
  const at = rows.slice(0, headerRows).findIndex(isHeaderRow)
  return at < 0 ? null : at
}

/** Yields a table from its header on. Without one that names reviews, the first row is the header. */
export async function* fromHeader(table: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  let first: string[][] | null = []
  for await (const rows of table) {
    if (!first) yield rows
    else {
      first.push(...rows)
      if (first.length < headerRows) continue
      yield first.slice(findHeaderRow(first) ?? 0)
      first = null
    }
  }
  if (first && first.length > 0) yield first.slice(findHeaderRow(first) ?? 0)
}
