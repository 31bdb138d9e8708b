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
        integrationDeliveries(first: 20, integration: "pushowl") { edges { node { id ...DeliveryRow_delivery @alias(as: "row") } } }
      }
    }
  }
`

export const pushLoader = queryLoader<pushLoaderQuery>(pushQuery, () => ({}))
