import { graphql } from 'react-relay/hooks'
import type { popupLoaderQuery } from '../../../../__generated__/popupLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const popupQuery = graphql`
  query popupLoaderQuery {
    viewer { shop { id popup { ...popupForm_settings } ...DesignPage_shop } }
  }
`

export const popupLoader = queryLoader<popupLoaderQuery>(popupQuery, () => ({}))
