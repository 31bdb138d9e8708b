import { graphql } from 'react-relay/hooks'
import type { settingsLoaderQuery } from '../../../__generated__/settingsLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/routeQuery.ts'

export const settingsQuery = graphql`
  query settingsLoaderQuery {
    viewer {
      locale
      shop { id plan planDetails { displayName monthlyRequests } shopifyDomain ianaTimezone now ...useReviewSettings_shop @alias(as: "reviews") }
    }
  }
`

export const settingsLoader = queryLoader<settingsLoaderQuery>(settingsQuery, () => ({}))
