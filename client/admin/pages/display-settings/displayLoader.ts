import { graphql } from 'react-relay/hooks'
import type { displayLoaderQuery } from '../../../__generated__/displayLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const displayQuery = graphql`
  query displayLoaderQuery {
    viewer {
      shop {
        id
        ratingSummary { count }
        starRating { id enableStarRating enableSidebar }
        carousel { id enableCarousel }
        popup { id enabled }
        testimonials { id enableTestimonial }
        submitForm { id enabled }
        allReviews { id enabled }
        instagramWidget { id enabled }
        customerPortalReviews { id enabled }
        ...FeedsCard_shop
      }
    }
  }
`

export const displayLoader = queryLoader<displayLoaderQuery>(displayQuery, () => ({}))
