import { defaultPageSize, maxPageSize } from '../../rules/limits.ts'
import { SORTS, STARS, type Choice, type Sort } from '../../client/storefront/widgets/shown.ts'
import { InvalidInput, type Problem } from '../errors.ts'

/** A page of a product's reviews as a reader asks for it. */
export interface PageChoice extends Choice {
  first: number
}

/** Names of the parameters: bare ones in the API, ours in a shop's own address. */
const names = {
  api: { first: 'first', after: 'after', sort: 'sort', rate: 'rate' },
  page: { first: 'candor_first', after: 'candor_after', sort: 'candor_sort', rate: 'candor_rate' },
} as const

/**
 * Reads a choice from a query. Unknown keys are ignored.
 * @throws InvalidInput for a known key that is malformed or given twice
 */
export function readChoice(query: unknown, { dialect, sort: byDefault, first: usual = defaultPageSize }: { dialect: keyof typeof names; sort: Sort; first?: number | undefined }): PageChoice {
  const given = query as Record<string, unknown>
  const key = names[dialect]
  const problems: Record<string, Problem> = {}
  const read = <T>(name: string, absent: T, convert: (text: string) => T | Problem): T => {
    const value = given[name]
    if (value === undefined || value === '') return absent
    const result = typeof value === 'string' ? convert(value) : 'malformedInput'
    if (!isProblem(result)) return result
    problems[name] = result
    return absent
  }
  const choice: PageChoice = {
    first: read<number>(key.first, usual, (text) => {
      const size = /^\d{1,4}$/.test(text) ? Number(text) : 0
      return size >= 1 && size <= maxPageSize ? size : { code: 'betweenEqual', params: { min: 1, max: maxPageSize } }
    }),
    rate: read<Choice['rate']>(key.rate, null, (text) =>
      STARS.find((stars) => String(stars) === text) ?? { code: 'ratingOutOfRange', params: { min: 1, max: 5 } }),
    sort: byDefault,
    after: null,
  }
  const sort = read<{ sort: Sort } | null>(key.sort, null, (text) => {
    const known = SORTS.find((name) => name === text.toLowerCase())
    return known ? { sort: known } : 'valueInvalid'
  })
  const after = read<{ after: string } | null>(key.after, null, (text) => (text.length <= 500 ? { after: text } : 'malformedCursor'))
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return { ...choice, ...sort, ...after }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'code' in value)
