import { graphql } from 'react-relay/hooks'
import type { klaviyoLoaderQuery } from '../../../../__generated__/klaviyoLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const klaviyoQuery = graphql`
  query klaviyoLoaderQuery {
    viewer {
      shop {
        id
        klaviyo { ...klaviyoForm_settings }
        emailTemplates { ...klaviyoForm_request }
        integrations { key isConnected ...IntegrationCard_integration @alias(as: "card") }
        integrationDeliveries(first: 20, integration: "klaviyo") { edges { node { id ...DeliveryRow_delivery @alias(as: "row") } } }
      }
    }
  }
`

export const klaviyoLoader = queryLoader<klaviyoLoaderQuery>(klaviyoQuery, () => ({}))
