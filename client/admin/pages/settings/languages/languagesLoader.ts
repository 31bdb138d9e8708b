import { graphql } from 'react-relay/hooks'
import type { languagesLoaderQuery } from '../../../../__generated__/languagesLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const languagesQuery = graphql`
  query languagesLoaderQuery {
    viewer { shop { id primaryLocale } }
  }
`

export const languagesLoader = queryLoader<languagesLoaderQuery>(languagesQuery, () => ({}))
