import { graphql } from 'react-relay/hooks'
import type { rewardsLoaderQuery } from '../../../../__generated__/rewardsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'
import { readRange } from '../analyticsLoader.ts'

export const rewardsQuery = graphql`
  query rewardsLoaderQuery($period: AnalyticsPeriod!, $from: String, $to: String, $interval: ReportInterval) {
    viewer { shop {
      id currency installedAvadaApps joy { integrated enableReviewDiscount }
      ...RewardCards_shop @alias(as: "cards")
      discounts(first: 5) { edges { node { id ...LatestCodes_code @alias(as: "code") } } }
      analytics(period: $period, from: $from, to: $to, interval: $interval) { page(name: REWARDS) {
        interval from to previousFrom at
        figures { key unit total previousTotal values previousValues }
        breakdowns { key figures { key unit } rows { key label totals previousTotals values } }
      } }
    } }
  }
`

export const rewardsLoader = queryLoader<rewardsLoaderQuery>(
  rewardsQuery,
  ({ request }) => readRange(new URL(request.url).searchParams).variables,
)
