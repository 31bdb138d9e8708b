import { graphql } from 'react-relay/hooks'
import type { displayLoaderQuery } from '../../../__generated__/displayLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/routeQuery.ts'

export const displayQuery = graphql`
  query displayLoaderQuery {
    viewer {
      shop {
        id
        ratingSummary { count }
        ...boxSettings_shop
        ...previewReviews_shop
      }
    }
  }
`

export const displayLoader = queryLoader<displayLoaderQuery>(displayQuery, () => ({}))
