import { graphql } from 'react-relay/hooks'
import type { displayLoaderQuery } from '../../../__generated__/displayLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const displayQuery = graphql`
  query displayLoaderQuery {
    viewer {
      shop {
        id
        ratingSummary { count }
        reviewBox { ...boxForm_settings }
        ...previewReviews_shop
      }
    }
  }
`

export const displayLoader = queryLoader<displayLoaderQuery>(displayQuery, () => ({}))
