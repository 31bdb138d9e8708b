import { graphql } from 'react-relay/hooks'
import type { portalLoaderQuery } from '../../../../__generated__/portalLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const portalQuery = graphql`
  query portalLoaderQuery {
    viewer { shop { id customerPortalReviews { ...portalForm_settings } ...DesignPage_shop } }
  }
`

export const portalLoader = queryLoader<portalLoaderQuery>(portalQuery, () => ({}))
