import { graphql } from 'react-relay/hooks'
import type { suspicionsLoaderQuery } from '../../../../__generated__/suspicionsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const suspicionsQuery = graphql`
  query suspicionsLoaderQuery {
    viewer { shop { id ...SuspicionsPage_shop } }
  }
`

export const suspicionsLoader = queryLoader<suspicionsLoaderQuery>(suspicionsQuery, () => ({}))
