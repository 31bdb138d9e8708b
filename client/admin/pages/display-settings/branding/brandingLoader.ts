import { graphql } from 'react-relay/hooks'
import type { brandingLoaderQuery } from '../../../../__generated__/brandingLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const brandingQuery = graphql`
  query brandingLoaderQuery {
    viewer { shop { id branding { ...brandingForm_settings } reviewBox { ...boxForm_settings } ...previewReviews_shop } }
  }
`

export const brandingLoader = queryLoader<brandingLoaderQuery>(brandingQuery, () => ({}))
