import { InvalidInput } from '../errors.ts'
import { largestPage, type PageArgs } from '../database/keyset.ts'

/** A search may read every row of a shop, so a document may have only a few (goal R11). */
const searchCost = 1_000

interface ListArgs extends PageArgs {
  search?: string | null | undefined
  filter?: { search?: string | null | undefined } | null | undefined
}

/** Multiplies the cost of rows by the page size; Pothos' default would allow nested pages of 100 (goal R11). */
export const pageComplexity = ({ first, last, search, filter }: ListArgs) => ({
  field: search || filter?.search ? searchCost : 1,
  multiplier: rowsCost(first ?? last),
})

/** Clamps an invalid number of rows: it costs as much as the smallest or largest page. */
const rowsCost = (rows: number | null | undefined, usual = 20): number =>
  Math.min(Math.max(rows ?? usual, 1), largestPage)

/**
 * Returns how many of the newest rows a list without pages returns.
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

export const newestComplexity =
  (usual: number) =>
  ({ first }: { first?: number | null | undefined }) => ({ field: 1, multiplier: rowsCost(first, usual) })
