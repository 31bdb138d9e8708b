import { graphql } from 'react-relay/hooks'
import type { discountLoaderQuery } from '../../../../__generated__/discountLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const discountQuery = graphql`
  query discountLoaderQuery {
    viewer { shop { id plan currency branding { ...brand_settings } emailTemplates { discountReview { enabled sendAfter sendAfterCustom timeUnit discountNotification discountExpirationReminder { enabled sendBefore } } } discountTotals { issued redeemed revenueCents } discount { ...discountForm_settings } } }
  }
`

export const discountLoader = queryLoader<discountLoaderQuery>(discountQuery, () => ({}))
