import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { fromWireStatus } from '../../../../../rules/review-status.ts'
import type { reviewListLoaderQuery$data } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { useDateFilter } from '../../../ui/lists/DateFilter.tsx'
import type { ListFilter } from '../../../ui/lists/ListFilters.tsx'
import type { ListTab } from '../../../ui/lists/ListTabs.tsx'
import { ProductFilter } from '../../../ui/lists/ProductFilter.tsx'
import { reviewSourceLabels } from '../../../ui/reviewSources.ts'
import { reviewStatusLabels } from '../../../ui/ReviewStatusBadge.tsx'
import type { ListControls } from '../../../ui/lists/useListState.ts'
import { useProductChip } from '../../../ui/lists/useProductChip.ts'
import { AssigneeFilter, useAssigneeChip } from './AssigneeFilter.tsx'
import { useImportFilter } from './useImportFilter.ts'
import { statusTabs, type ReviewListFilter } from './reviewListSpec.ts'

type Counts = NonNullable<reviewListLoaderQuery$data['viewer']['shop']>['reviewCounts']

/** Returns status tabs, filters and sort orders of the list in the merchant's language. */
export function useReviewFilters(list: ListControls<ReviewListFilter>, counts: Counts) {
  const { t, i18n } = useLingui()
  const dateFilter = useDateFilter(list)
  const { tabs, statuses } = useStatusTabs(counts)
  const productIds = list.state.filters.productIdsFilter
  const productChip = useProductChip(productIds)
  const rare = useRareFilters(list)
  const importFilter = useImportFilter(list.state.filters.importFilter)
  const filters: ListFilter<ReviewListFilter>[] = [
    {
      name: 'rateMultipleFilter',
      label: t`Rating`,
      multiple: true,
      choices: [5, 4, 3, 2, 1].map((rate) => ({
        value: String(rate),
        label: t`${plural(rate, { one: '# star', other: '# stars' })}`,
      })),
    },
    {
      name: 'statusFilter',
      label: t`Status`,
      multiple: true,
      choices: statuses.map(({ value, label }) => ({ value, label })),
    },
    {
      name: 'sourceFilter',
      label: t`Source`,
      multiple: true,
      choices: Object.entries(reviewSourceLabels).map(([value, label]) => ({ value, label: i18n._(label) })),
    },
    {
      name: 'productIdsFilter',
      label: t`Product`,
      control: <ProductFilter selected={productIds} onChange={(ids) => list.filter('productIdsFilter', ids)} />,
      chip: productChip,
    },
    dateFilter('createdDate', t`Date`),
    ...importFilter,
    {
      name: 'mediaFilter',
      label: t`Photos and videos`,
      choices: [
        { value: 'with', label: t`With photos or videos` },
        { value: 'without', label: t`Without photos or videos` },
      ],
    },
    {
      name: 'verifiedFilter',
      label: t`Verification`,
      choices: [
        { value: 'yes', label: t`Verified` },
        { value: 'no', label: t`Not verified` },
      ],
    },
    ...rare,
  ]
  return { tabs, filters, sorts: useSorts() }
}

/** Filters that few merchants use. */
function useRareFilters(list: ListControls<ReviewListFilter>): ListFilter<ReviewListFilter>[] {
  const { t } = useLingui()
  const [assignee] = list.state.filters.assigneeFilter
  const assigneeChip = useAssigneeChip(assignee)
  return [
    {
      name: 'assigneeFilter',
      rare: true,
      label: t`Assigned to`,
      control: <AssigneeFilter chosen={assignee ?? ''} onChange={(word) => list.filter('assigneeFilter', [word])} />,
      chip: assigneeChip,
    },
    {
      name: 'objectionFilter',
      rare: true,
      label: t`Objections`,
      choices: [{ value: 'open', label: t`Open objections` }],
    },
    { name: 'replyFilter', rare: true, label: t`Reply`, choices: [{ value: 'none', label: t`Without a reply` }] },
    {
      name: 'reportedFilter',
      rare: true,
      label: t`Reports`,
      choices: [{ value: 'open', label: t`Reported by shoppers` }],
    },
    { name: 'suspicionFilter', rare: true, label: t`Moderation`, choices: [{ value: 'open', label: t`Stands out` }] },
  ]
}

function useStatusTabs(counts: Counts) {
  const { t, i18n } = useLingui()
  const countOf = (status: string) => counts.find((each) => each.status === status.toUpperCase())?.count ?? 0
  const shown = counts.reduce((sum, { status, count }) => (status === 'DELETED' ? sum : sum + count), 0)
  const statuses = statusTabs.map((word) => {
    const meaning = fromWireStatus(word)
    const status = meaning && 'status' in meaning ? meaning.status : 'pending'
    return { value: word, label: i18n._(reviewStatusLabels[status]), count: countOf(status) }
  })
  const tabs: ListTab[] = [{ value: '', label: t`All`, count: shown }, ...statuses]
  return { tabs, statuses }
}

function useSorts() {
  const { t } = useLingui()
  return [
    { value: 'createdAt_desc' as const, label: t`Date`, direction: t`Newest first` },
    { value: 'createdAt_asc' as const, label: t`Date`, direction: t`Oldest first` },
    { value: 'rate_desc' as const, label: t`Rating`, direction: t`Highest first` },
    { value: 'rate_asc' as const, label: t`Rating`, direction: t`Lowest first` },
    { value: 'media_desc' as const, label: t`Photos`, direction: t`With photos first` },
  ]
}
