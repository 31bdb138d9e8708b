import { graphql } from 'react-relay/hooks'
import type { allReviewsLoaderQuery } from '../../../../__generated__/allReviewsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const allReviewsQuery = graphql`
  query allReviewsLoaderQuery {
    viewer { shop { id allReviews { ...allReviewsForm_settings } ...DesignPage_shop } }
  }
`

export const allReviewsLoader = queryLoader<allReviewsLoaderQuery>(allReviewsQuery, () => ({}))
