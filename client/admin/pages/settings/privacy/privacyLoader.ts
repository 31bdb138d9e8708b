import { graphql } from 'react-relay/hooks'
import type { privacyLoaderQuery } from '../../../../__generated__/privacyLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const privacyQuery = graphql`
  query privacyLoaderQuery {
    viewer {
      shop {
        id
        privacyRequests { id kind status origin requestedBy customer fileUrl fileSize receivedAt finishedAt counts { kind count } }
      }
    }
  }
`

export const privacyLoader = queryLoader<privacyLoaderQuery>(privacyQuery, () => ({}))
