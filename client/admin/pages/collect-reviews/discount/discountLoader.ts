import { graphql } from 'react-relay/hooks'
import type { discountLoaderQuery } from '../../../../__generated__/discountLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const discountQuery = graphql`
  query discountLoaderQuery {
    viewer { shop { id plan currency emailTemplates { discountReview { enabled } } discountTotals { issued redeemed revenueCents } discount { ...discountForm_settings } } }
  }
`

export const discountLoader = queryLoader<discountLoaderQuery>(discountQuery, () => ({}))
