import { graphql } from 'react-relay/hooks'
import type { subscriptionLoaderQuery } from '../../../__generated__/subscriptionLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const subscriptionQuery = graphql`
  query subscriptionLoaderQuery {
    viewer {
      locale
      shop {
        id
        plan
        shopifyPlan
        ianaTimezone
        now
        requestQuota { limit sent renewsAt }
        oldOrderQuota { limit used }
        subscription {
          interval status renews trialEndsAt periodEnd nextChargeUsd until frozen coupon test billing
          plan { id displayName tier monthlyUsd annualMonthlyUsd maxImportRows }
          next { id displayName }
          held { id displayName }
          refusal
          attempt { status at confirmationUrl plan { displayName } }
          offers {
            plan { id displayName tier monthlyUsd annualMonthlyUsd monthlyRequests maxImportRows oldOrderRequests }
            features
            refusal
            annualUsd
            trialDays
            losses { feature count }
          }
        }
      }
    }
  }
`

export const subscriptionLoader = queryLoader<subscriptionLoaderQuery>(subscriptionQuery, () => ({}))
