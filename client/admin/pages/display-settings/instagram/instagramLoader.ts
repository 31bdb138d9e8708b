import { graphql } from 'react-relay/hooks'
import type { instagramLoaderQuery } from '../../../../__generated__/instagramLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const instagramQuery = graphql`
  query instagramLoaderQuery {
    viewer { shop { id hasInstagramLogin instagramWidget { ...instagramForm_settings } ...DesignPage_shop } }
  }
`

export const instagramLoader = queryLoader<instagramLoaderQuery>(instagramQuery, () => ({}))
