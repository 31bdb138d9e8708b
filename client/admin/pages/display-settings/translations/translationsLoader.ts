import { graphql } from 'react-relay/hooks'
import type { translationsLoaderQuery } from '../../../../__generated__/translationsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const translationsQuery = graphql`
  query translationsLoaderQuery {
    viewer { shop {
      id primaryLocale
      translations { ...translationsForm_settings }
      general { ...translationsForm_general }
      translationState { ...ServiceCard_state }
      reviewBox { ...boxForm_settings }
      ...previewReviews_shop
    } }
  }
`

export const translationsLoader = queryLoader<translationsLoaderQuery>(translationsQuery, () => ({}))
