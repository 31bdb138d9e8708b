import { InvalidInput } from '../errors.ts'
import { largestPage, type PageArgs } from '../database/keyset.ts'

/** A search may look at every row of a shop; so many of them in one document are too much (goal R11). */
const searchCost = 1_000

interface ListArgs extends PageArgs {
  search?: string | null | undefined
  filter?: { search?: string | null | undefined } | null | undefined
}

/** What a page's arguments multiply the cost of its rows by; Pothos' own default would let nested pages of 100 through (goal R11). */
export const pageComplexity = ({ first, last, search, filter }: ListArgs) => ({
  field: search || filter?.search ? searchCost : 1,
  multiplier: rowsCost(first ?? last),
})

/** A refused number of rows costs what the smallest or largest would, never less than nothing. */
const rowsCost = (rows: number | null | undefined, usual = 20): number =>
  Math.min(Math.max(rows ?? usual, 1), largestPage)

/**
 * The newest so many of a list without pages.
 * @throws InvalidInput for a number out of 1..most
 */
export function clampNewestRows(
  first: number | null | undefined,
  { usual, most }: { usual: number; most: number },
): number {
  const count = first ?? usual
  if (count < 1 || count > most)
    throw new InvalidInput({ first: { code: 'betweenEqual', params: { min: 1, max: most } } })
  return count
}

/** The cost of such a list. */
export const newestComplexity =
  (usual: number) =>
  ({ first }: { first?: number | null | undefined }) => ({ field: 1, multiplier: rowsCost(first, usual) })
