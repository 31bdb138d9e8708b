import { graphql } from 'react-relay/hooks'
import type { moderationLoaderQuery } from '../../../../__generated__/moderationLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const moderationQuery = graphql`
  query moderationLoaderQuery {
    viewer { shop { id moderation { ...moderationForm_settings } moderationCounts { rule count } } }
  }
`

export const moderationLoader = queryLoader<moderationLoaderQuery>(moderationQuery, () => ({}))
