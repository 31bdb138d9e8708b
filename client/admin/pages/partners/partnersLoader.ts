import { graphql } from 'react-relay/hooks'
import type { partnersLoaderQuery } from '../../../__generated__/partnersLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const partnersQuery = graphql`
  query partnersLoaderQuery { viewer { shop { id recommendedApps { key name text url icon installed page } } } }
`

export const partnersLoader = queryLoader<partnersLoaderQuery>(partnersQuery, () => ({}))
