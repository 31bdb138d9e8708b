import { readHeader } from '../parsing/header.ts'
import type { SheetHead } from '../parsing/workbook.ts'
import { findHeaderRow } from './header-row.ts'

export interface SheetChoice {
  /** Positions of the sheets to read, each with the number of rows above its header. */
  only: Map<number, number>
  header: string[]
  /** Names of these sheets. */
  sheet: string
  /** Names of other sheets with rows, hidden ones too. */
  skippedSheets: string[]
}

interface Candidate {
  at: number
  name: string
  header: string[]
  above: number
  /** The header names the columns of reviews. */
  isReviews: boolean
  columns: number
  isHidden: boolean
}

/**
 * Chooses the visible sheet with reviews, else the one with most columns, and further sheets with the same columns.
 * Returns null if no visible sheet has rows.
 */
export function chooseSheets(heads: readonly SheetHead[]): SheetChoice | null {
  const all = heads.flatMap(({ name, isHidden, rows }, at): Candidate[] => {
    if (rows.length === 0) return []
    const headerAt = findHeaderRow(rows)
    const header = rows[headerAt ?? 0] ?? []
    return [
      {
        at,
        name,
        header,
        above: headerAt ?? 0,
        isReviews: headerAt !== null,
        columns: header.filter(Boolean).length,
        isHidden,
      },
    ]
  })
  const candidates = all.filter(({ isHidden }) => !isHidden)
  const [best] = [...candidates].sort(
    (one, other) =>
      Number(other.isReviews) - Number(one.isReviews) || (one.isReviews ? 0 : other.columns - one.columns),
  )
  if (!best) return null
  const namesOf = ({ header }: Candidate) => readHeader(header).names.join('\n').trimEnd()
  const isChosen = (one: Candidate) => one.at === best.at || namesOf(one) === namesOf(best)
  const chosen = candidates.filter(isChosen)
  return {
    only: new Map(chosen.map(({ at, above }) => [at, above])),
    header: best.header,
    sheet: chosen.map(({ name }) => name).join(', '),
    skippedSheets: all.filter((one) => one.isHidden || !isChosen(one)).map(({ name }) => name),
  }
}
