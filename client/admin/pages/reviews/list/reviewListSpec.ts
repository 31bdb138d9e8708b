import { REVIEW_SOURCES, fromWireStatus } from '../../../../../rules/review-status.ts'
import type {
  ReviewFilter,
  ReviewSort,
  ReviewSource,
  ReviewStatus,
} from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import type { ListSpec, ListState } from '../../../ui/lists/listState.ts'
import { periodOf } from '../../../ui/lists/periods.ts'

/** Filters of the list, as written in its URL (spec 2); `view` is the open saved view. */
export type ReviewListFilter =
  | 'statusFilter'
  | 'rateMultipleFilter'
  | 'sourceFilter'
  | 'productIdsFilter'
  | 'importFilter'
  | 'mediaFilter'
  | 'verifiedFilter'
  | 'reportedFilter'
  | 'suspicionFilter'
  | 'objectionFilter'
  | 'replyFilter'
  | 'assigneeFilter'
  | 'createdDate'
  | 'view'

/** Sort orders: URL value to API value. */
const sorts = {
  createdAt_desc: 'RECENT',
  createdAt_asc: 'OLDEST',
  rate_desc: 'HIGHEST',
  rate_asc: 'LOWEST',
  media_desc: 'MEDIA',
} as const satisfies Record<string, ReviewSort>

export const reviewListSpec: ListSpec<ReviewListFilter> = {
  sorts: Object.keys(sorts),
  defaultSort: 'createdAt_desc',
  filters: [
    'statusFilter',
    'rateMultipleFilter',
    'sourceFilter',
    'productIdsFilter',
    'importFilter',
    'mediaFilter',
    'verifiedFilter',
    'reportedFilter',
    'suspicionFilter',
    'objectionFilter',
    'replyFilter',
    'assigneeFilter',
    'createdDate',
    'view',
  ],
}

export const sortOf = (sort: string): ReviewSort => (sorts as Record<string, ReviewSort>)[sort] ?? 'RECENT'

/** Statuses with a tab, in order, by the specification's names. */
export const statusTabs = ['published', 'pending', 'unpublished', 'rejected', 'deleted'] as const

/** All reasons to look at a review. */
const suspicionKinds = [
  'WORD',
  'LINK',
  'CONTACT',
  'LANGUAGE',
  'SAME_TEXT',
  'SAME_PHOTO',
  'SAME_NETWORK',
  'BURST',
] as const satisfies ReviewFilter['suspicion']

/** URL values of yes-or-no filters. */
const mediaWords = { with: true, without: false } as const
const verifiedWords = { yes: true, no: false } as const

/** The signed-in person, no person, or an account. */
const assignees = /^(?:me|unassigned|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Returns the filter for the server. Ignores invalid values of the URL. */
export function filterOf(
  { filters, searchText }: Pick<ListState<ReviewListFilter>, 'filters' | 'searchText'>,
  now: Date,
  timeZone: string,
): ReviewFilter {
  const words = filters.statusFilter.map(fromWireStatus)
  const statuses = words.flatMap((word) =>
    word && 'status' in word ? [word.status.toUpperCase() as ReviewStatus] : [],
  )
  const rates = filters.rateMultipleFilter
    .map(Number)
    .filter((rate) => Number.isInteger(rate) && rate >= 1 && rate <= 5)
  const sources = filters.sourceFilter
    .filter((source) => Object.hasOwn(REVIEW_SOURCES, source))
    .map((source) => source.toUpperCase() as ReviewSource)
  const period = periodOf(filters.createdDate, now, timeZone)
  return {
    status: someOf([...new Set(statuses)]),
    rate: someOf(rates),
    source: someOf(sources),
    productIds: someOf(filters.productIdsFilter),
    importId: filters.importFilter[0] ?? null,
    search: searchText || null,
    hasMedia: choiceOf(mediaWords, filters.mediaFilter),
    verified: words.some((word) => word && 'flag' in word && word.flag === 'verified')
      ? true
      : choiceOf(verifiedWords, filters.verifiedFilter),
    reported: filters.reportedFilter.includes('open') || null,
    suspicion: filters.suspicionFilter.includes('open') ? suspicionKinds : null,
    objected: filters.objectionFilter.includes('open') || null,
    unanswered: filters.replyFilter.includes('none') || null,
    assignee: filters.assigneeFilter.find((word) => assignees.test(word)) ?? null,
    createdFrom: period?.from ?? null,
    createdTo: period?.to ?? null,
  }
}

const someOf = <Value>(values: readonly Value[]): readonly Value[] | null => (values.length > 0 ? values : null)

/** Returns null if both values are chosen. */
function choiceOf(words: Readonly<Record<string, boolean>>, chosen: readonly string[]): boolean | null {
  const meant = new Set(chosen.flatMap((word) => (Object.hasOwn(words, word) ? [words[word]] : [])))
  return meant.size === 1 ? ([...meant][0] ?? null) : null
}

/** Returns whether no filter but a tab is chosen. */
export const isPlain = ({
  filters,
  searchText,
}: Pick<ListState<ReviewListFilter>, 'filters' | 'searchText'>): boolean =>
  searchText === '' &&
  filters.statusFilter.length < 2 &&
  reviewListSpec.filters.every((name) => name === 'statusFilter' || name === 'view' || filters[name].length === 0)
