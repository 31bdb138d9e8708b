import { graphql } from 'react-relay/hooks'
import type { managingKeyLoaderQuery } from '../../../../__generated__/managingKeyLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const managingKeyQuery = graphql`
  query managingKeyLoaderQuery {
    viewer { shop { id now apiKeys { id name scopes prefix createdAt createdBy lastUsedAt expiresAt revokedAt } } }
  }
`

export const managingKeyLoader = queryLoader<managingKeyLoaderQuery>(managingKeyQuery, () => ({}))
