import { splitSearchWords } from '../../../../rules/votes-and-search.ts'
import { findReviewFacets } from '../../../reviews/reviews/list/facets.ts'
import type { PageChoice } from './choice.ts'
import { translationHolds } from './translation-sql.ts'

/** Parameter numbers of a read; null if unused. */
export interface RangeParameters {
  /** The review to continue from. */
  helpful: number | null
  createdAt: number | null
  id: number | null
  words: number | null
  language: number | null
  variant: number | null
  /** Languages of translations; null if the shop has none for this page. */
  translated: number | null
}

interface RangeRead {
  /** A product's table alias is `p`. */
  subject: 'product' | 'shop'
  choice: PageChoice
  /** The group of the review to continue from; earlier groups are skipped. */
  fromGroup: number | null
  parameters: RangeParameters
}

/** Reviews sorted by votes and date, or by date alone. */
interface Group {
  rates?: number[] | undefined
  hasMedia?: boolean | undefined
  verified?: boolean | undefined
  /** True: only pinned reviews. False: only those that are not pinned. */
  pinned?: boolean
  /** True: only reviews with helpful votes. False: only those without. */
  voted?: boolean
}

const stars = [1, 2, 3, 4, 5]

/** Returns an order's groups: pinned reviews, then by stars from five to one, by media, or by votes. */
function groupsOf(choice: PageChoice): Group[] {
  const { rate, media, verified, isPinnedFirst } = choice
  const asked = {
    rates: rate === null ? undefined : [rate],
    hasMedia: media || undefined,
    verified: verified || undefined,
  }
  if (!isPinnedFirst) return orderOf(choice, asked)
  return [{ ...asked, pinned: true }, ...orderOf(choice, { ...asked, pinned: false })]
}

function orderOf({ sort, rate, media }: PageChoice, asked: Group): Group[] {
  const byRate = (rate === null ? stars : [rate]).map((each) => ({ ...asked, rates: [each] }))
  if (sort === 'media') return (media ? [true] : [true, false]).map((hasMedia) => ({ ...asked, hasMedia }))
  if (sort === 'highest') return byRate.reverse()
  if (sort === 'lowest') return byRate
  if (sort === 'helpful')
    return [
      { ...asked, voted: true },
      { ...asked, voted: false },
    ]
  return [asked]
}

/** Returns the number of the group that is sorted by votes; -1 in other orders. */
export const votedGroup = (choice: PageChoice): number => groupsOf(choice).findIndex(({ voted }) => voted)

/** Describes one read in date order. */
interface Ends {
  way: 'asc' | 'desc'
  size: number
  /** Whether the page continues within this group. */
  goesOn: boolean
  parameters: RangeParameters
}

/**
 * Writes a page of published reviews as one list, `found`, with its order. Reads at most one page from each index
 * range, so the last page costs as little as the first. $1 is the shop.
 */
export function pageRows(read: RangeRead): string {
  const { choice, fromGroup, parameters } = read
  const way = choice.sort === 'oldest' ? 'asc' : 'desc'
  const groups = groupsOf(choice)
  const ranges = groups.flatMap((group, at) =>
    fromGroup !== null && at < fromGroup
      ? []
      : rangesOf(read, group, { way, size: choice.first + 1, goesOn: at === fromGroup, parameters }).map(
          (rows) => `(select ${at} as "group", r.* from ${rows})`,
        ),
  )
  const voted = votedGroup(choice)
  const votes = voted < 0 ? '' : `case when found."group" = ${voted} then found.helpful end desc, `
  return `(${ranges.join(' union all ')}) found order by found."group", ${votes}found."createdAt" ${way}, found.id ${way} limit ${choice.first + 1}`
}

const published = `r."shopId" = $1::uuid and r.status = 'published'`

function rangesOf({ subject, parameters }: RangeRead, group: Group, ends: Ends): string[] {
  const owned = subject === 'product' ? ' and r."productId" = p.id' : ''
  const chosen = `${parameters.language ? ` and r.language = $${parameters.language}` : ''}${parameters.variant ? ` and r."variantTitle" = $${parameters.variant}` : ''}`
  const { rates, hasMedia, verified, pinned, voted } = group
  const facets =
    rates || hasMedia !== undefined || verified !== undefined
      ? findReviewFacets({ status: ['published'], rate: rates, hasMedia, verified })
      : null
  const within = facets ? ` and r.facet = any('{${facets.join()}}'::smallint[])` : ''
  const others = `${chosen}${voted === false ? ' and r.helpful = 0' : ''}${pinned === false ? ' and not r.pinned' : ''}`
  const plain = (conditions: string) =>
    `(select * from "Review" r where ${published}${owned}${conditions}${beyond(ends)} ${endsOf(ends)}) r`
  // Reviews with votes and pinned ones are few, and each have their own index.
  if (voted)
    return [
      `(select * from "Review" r where ${published}${owned} and r.helpful > 0${within}${chosen}${pinned === false ? ' and not r.pinned' : ''}${texts(parameters)}${beyond(ends, 'votes')} order by r.helpful desc, r."createdAt" desc, r.id desc limit ${ends.size}) r`,
    ]
  if (pinned) return [plain(`${within}${chosen} and r.pinned`)]
  if (parameters.words)
    return [
      searched(
        { subject, parameters, facets, unvoted: voted === false, conditions: `${owned}${within}${others}` },
        ends,
      ),
    ]
  if (chosen) return [plain(`${within}${others}`)]
  if (subject === 'shop' || verified !== undefined) {
    const all = facets ?? findReviewFacets({ status: ['published'] })
    return [
      `unnest('{${all.join()}}'::smallint[]) f(facet) cross join lateral (select * from "Review" r where r."shopId" = $1::uuid${owned} and r.facet = f.facet${others}${beyond(ends)} ${endsOf(ends)}) r`,
    ]
  }
  // Uses the status, not the facet: under row-level security the planner needs an index of these rows only.
  if (rates === undefined && hasMedia === undefined) return [plain(others)]
  return (rates ?? stars).flatMap((rate) =>
    (hasMedia === undefined ? [true, false] : [hasMedia]).map((media) =>
      plain(` and r.rate = ${rate} and r."hasMedia" = ${media}${others}`),
    ),
  )
}

const endsOf = ({ way, size }: Ends): string => `order by r."createdAt" ${way}, r.id ${way} limit ${size}`

function beyond({ way, goesOn, parameters: { helpful, createdAt, id } }: Ends, by: 'votes' | 'date' = 'date'): string {
  if (!goesOn) return ''
  if (by === 'votes')
    return ` and (r.helpful, r."createdAt", r.id) < ($${helpful}::int, $${createdAt}::timestamptz, $${id}::uuid)`
  return ` and (r."createdAt", r.id) ${way === 'asc' ? '>' : '<'} ($${createdAt}::timestamptz, $${id}::uuid)`
}

/** Requires all words in title and text, as candor_search_shown compares them, or in the shown translation. */
function texts({ words, translated }: RangeParameters): string {
  if (!words) return ''
  const original = `(select bool_and(strpos(r."searchText", word) > 0 and strpos(candor_fold(r.title || chr(10) || r.content), word) > 0) from unnest($${words}::text[]) word)`
  return translated
    ? ` and (${original} or ${translationHolds('r', { languages: translated, words })})`
    : ` and ${original}`
}

const [lowest, highest] = [
  `'-infinity', '00000000-0000-0000-0000-000000000000'`,
  `'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'`,
]

/** Input of `searched`. `conditions` repeat the other fields, for reviews whose translation contains the words. */
interface Search extends Pick<RangeRead, 'subject' | 'parameters'> {
  facets: number[] | null
  unvoted: boolean
  conditions: string
}

function searched({ subject, parameters, facets, unvoted, conditions }: Search, ends: Ends): string {
  const { way, size, goesOn } = ends
  const { createdAt, id, words, language, variant, translated } = parameters
  const from = goesOn ? `$${createdAt}::timestamptz, $${id}::uuid` : null
  const [low, high] = way === 'desc' ? [lowest, from ?? highest] : [from ?? lowest, highest]
  const given = [
    '$1::uuid',
    `$${words}::text[]`,
    facets ? `'{${facets.join()}}'::smallint[]` : 'null',
    subject === 'product' ? 'p.id' : 'null',
    language ? `$${language}` : 'null',
    variant ? `$${variant}` : 'null',
    String(unvoted),
    low,
    high,
    String(way === 'desc'),
    String(size),
  ]
  if (translated && words) {
    // Translations have no word index: reviews are read in order until the page is full.
    const holding = `select r.id from "Review" r where ${published}${conditions}${beyond(ends)} and ${translationHolds('r', { languages: translated, words })} ${endsOf(ends)}`
    return `(select r.* from (select k.id from candor_search_shown(${given.join(', ')}) k union (${holding})) k join "Review" r on r."shopId" = $1::uuid and r.id = k.id ${endsOf(ends)}) r`
  }
  return `(select r.* from candor_search_shown(${given.join(', ')}) k join "Review" r on r."shopId" = $1::uuid and r.id = k.id) r`
}

/** Returns a choice's values that are SQL parameters; variants belong to one product. */
export function chosenValues(
  { search, language, variant }: PageChoice,
  subject: RangeRead['subject'],
): { words: string[] | null; language: string | null; variant: string | null } {
  const words = splitSearchWords(search ?? '')
  return {
    words: words.length > 0 ? words : null,
    language: language ?? null,
    variant: subject === 'product' ? (variant ?? null) : null,
  }
}
