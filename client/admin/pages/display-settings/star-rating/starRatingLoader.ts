import { graphql } from 'react-relay/hooks'
import type { starRatingLoaderQuery } from '../../../../__generated__/starRatingLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const starRatingQuery = graphql`
  query starRatingLoaderQuery {
    viewer { shop { id starRating { ...starRatingForm_settings } ...DesignPage_shop } }
  }
`

export const starRatingLoader = queryLoader<starRatingLoaderQuery>(starRatingQuery, () => ({}))
