import { fromWire } from '../../../../rules/review-status.ts'
import type { ReviewFilter, ReviewSort, ReviewSource, ReviewStatus } from '../../../__generated__/reviewListLoaderQuery.graphql.ts'
import type { ListSpec, ListState } from '../../ui/listState.ts'

export type ReviewListFilter = 'statusFilter' | 'rateMultipleFilter' | 'sourceFilter' | 'productIdsFilter'

/** Orders of the list as its URL writes them, and as the server calls them. */
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
  filters: ['statusFilter', 'rateMultipleFilter', 'sourceFilter', 'productIdsFilter'],
}

export const sortOf = (sort: string): ReviewSort => (sorts as Record<string, ReviewSort>)[sort] ?? 'RECENT'

/** The statuses of the tabs as the specification's words, in the order of the tabs. */
export const statusTabs = ['published', 'pending', 'unpublished', 'rejected', 'deleted'] as const

/** What the server is asked for; words in the URL that mean nothing select nothing away. */
export function filterOf({ filters, searchText }: Pick<ListState<ReviewListFilter>, 'filters' | 'searchText'>): ReviewFilter {
  const words = filters.statusFilter.map(fromWire)
  const statuses = words.flatMap((word) => (word && 'status' in word ? [word.status.toUpperCase() as ReviewStatus] : []))
  const rates = filters.rateMultipleFilter.map(Number).filter((rate) => Number.isInteger(rate) && rate >= 1 && rate <= 5)
  return {
    status: statuses.length > 0 ? statuses : null,
    rate: rates.length > 0 ? rates : null,
    source: filters.sourceFilter.length > 0 ? filters.sourceFilter.map((source) => source.toUpperCase() as ReviewSource) : null,
    productIds: filters.productIdsFilter.length > 0 ? filters.productIdsFilter : null,
    search: searchText || null,
    verified: words.some((word) => word && 'flag' in word && word.flag === 'verified') ? true : null,
  }
}
