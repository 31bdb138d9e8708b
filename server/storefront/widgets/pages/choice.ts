import { defaultPageSize, maxPageSize } from '../../../../rules/limits.ts'
import { cleanLine } from '../../../../rules/clean-text.ts'
import { isLanguageTag, maxShopperSearchChars, maxVariantChars } from '../../../../rules/votes-and-search.ts'
import { SORTS, STARS, type Choice, type Sort } from '../../../../client/storefront/widgets/shown.ts'
import { InvalidInput, type Problem } from '../../../core/errors.ts'
import { isUuid } from '../../../core/uuid.ts'

/** A page of reviews as a shopper requests it. */
export interface PageChoice extends Choice {
  first: number
}

/** Parameter names: bare in the API, prefixed in a shop's own addresses. */
const names = {
  api: {
    first: 'first',
    after: 'after',
    sort: 'sort',
    rate: 'rate',
    search: 'search',
    media: 'media',
    verified: 'verified',
    language: 'language',
    variant: 'variant',
  },
  page: {
    first: 'candor_first',
    after: 'candor_after',
    sort: 'candor_sort',
    rate: 'candor_rate',
    search: 'candor_q',
    media: 'candor_media',
    verified: 'candor_verified',
    language: 'candor_language',
    variant: 'candor_variant',
  },
} as const

/**
 * Reads a choice from a query. Ignores unknown keys.
 * @throws InvalidInput for a known key that is malformed or given twice
 */
export function readChoice(
  query: unknown,
  {
    dialect,
    sort: byDefault,
    first: usual = defaultPageSize,
  }: { dialect: keyof typeof names; sort: Sort; first?: number | undefined },
): PageChoice {
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
    rate: read<Choice['rate']>(
      key.rate,
      null,
      (text) =>
        STARS.find((stars) => String(stars) === text) ?? { code: 'ratingOutOfRange', params: { min: 1, max: 5 } },
    ),
    sort: byDefault,
    after: null,
    search:
      read<{ value: string } | null>(key.search, null, (text) =>
        text.length <= maxShopperSearchChars ? { value: cleanLine(text) } : tooLong(maxShopperSearchChars),
      )?.value ?? '',
    media: read<boolean>(key.media, false, flagOf),
    verified: read<boolean>(key.verified, false, flagOf),
    language:
      read<{ value: string } | null>(key.language, null, (text) =>
        isLanguageTag(text) ? { value: text } : 'valueInvalid',
      )?.value ?? null,
    variant:
      read<{ value: string } | null>(key.variant, null, (text) =>
        text.length <= maxVariantChars ? { value: cleanLine(text) } : tooLong(maxVariantChars),
      )?.value || null,
    ...(dialect === 'page' && linkedReview(given)),
  }
  const sort = read<{ sort: Sort } | null>(key.sort, null, (text) => {
    const known = SORTS.find((name) => name === text.toLowerCase())
    return known ? { sort: known } : 'valueInvalid'
  })
  const after = read<{ after: string } | null>(key.after, null, (text) =>
    text.length <= 500 ? { after: text } : 'malformedCursor',
  )
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  const whole = { ...choice, ...sort, ...after }
  return {
    ...whole,
    isPinnedFirst: whole.sort === byDefault && whole.sort !== 'oldest' && whole.rate === null && !whole.search,
  }
}

/** An invalid link to a review opens the list. */
function linkedReview({
  candor_review: review,
  candor_voted: voted,
}: Record<string, unknown>): Pick<Choice, 'review' | 'voted'> {
  if (typeof review !== 'string' || !isUuid(review)) return {}
  return { review, voted: voted === 'helpful' || voted === 'unhelpful' ? voted : null }
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['on', true],
  ['0', false],
  ['false', false],
])
const flagOf = (text: string): boolean | Problem => flags.get(text) ?? 'valueInvalid'
const tooLong = (max: number): Problem => ({ code: 'fillAtMost', params: { max } })

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'code' in value)
