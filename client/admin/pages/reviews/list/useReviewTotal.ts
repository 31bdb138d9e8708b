import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { isCounted } from '../../../../../rules/review-totals.ts'
import type { ReviewFilter } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import type { useReviewTotalQuery } from '../../../../__generated__/useReviewTotalQuery.graphql.ts'

/**
 * Counts the reviews of a filter that has no counter, after the rows have loaded (decisions 'Totals'). Null: more than
 * the counter's maximum; undefined: not loaded yet. A change of `rows` counts again.
 */
export function useReviewTotal(
  filter: ReviewFilter,
  { known, rows }: { known: number | null | undefined; rows: object },
): number | null | undefined {
  const environment = useRelayEnvironment()
  const [late, setLate] = useState<{ key: string; total: number | null } | null>(null)
  const counted = isCounted(filter)
  const key = JSON.stringify(filter)
  useEffect(() => {
    if (counted) return
    const asked = fetchQuery<useReviewTotalQuery>(
      environment,
      graphql`
      query useReviewTotalQuery($filter: ReviewFilter) { viewer { shop { reviews(filter: $filter, first: 1) { totalCount } } } }
    `,
      { filter: JSON.parse(key) as ReviewFilter },
      { fetchPolicy: 'network-only' },
    ).subscribe({
      next: ({ viewer }) => setLate({ key, total: viewer.shop?.reviews.totalCount ?? null }),
      // The list works without the number.
      error: () => undefined,
    })
    return () => asked.unsubscribe()
  }, [environment, counted, key, rows])
  if (counted) return known ?? null
  return late?.key === key ? late.total : undefined
}
