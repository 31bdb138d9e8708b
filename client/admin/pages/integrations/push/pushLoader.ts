import { graphql } from 'react-relay/hooks'
import type { pushLoaderQuery } from '../../../../__generated__/pushLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const pushQuery = graphql`
  query pushLoaderQuery {
    viewer {
      shop {
        id
        webPushState { isAvailable subscriptions }
        pushOwl { ...pushForm_settings }
        integrations { key ...IntegrationCard_integration @alias(as: "card") }
      }
    }
  }
`

export const pushLoader = queryLoader<pushLoaderQuery>(pushQuery, () => ({}))
