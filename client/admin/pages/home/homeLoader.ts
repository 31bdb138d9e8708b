import { graphql } from 'react-relay/hooks'
import type { homeLoaderQuery } from '../../../__generated__/homeLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const homeQuery = graphql`
  query homeLoaderQuery {
    viewer {
      shop {
        setupDone
        firstName
        name
        dismissedBanners
        attention { kind }
        ratingSummary { count average histogram }
        ...Today_shop
        ...AppSwitch_shop
        ...RatingPrompt_shop
        ...LatestReviews_shop
        ...Tip_shop
      }
    }
  }
`

export const homeLoader = queryLoader<homeLoaderQuery>(homeQuery, () => ({}))
