import { graphql } from 'react-relay/hooks'
import type { joyLoaderQuery } from '../../../../__generated__/joyLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const joyQuery = graphql`
  query joyLoaderQuery {
    viewer {
      shop {
        id
        joy { ...joyForm_settings }
        pointsTotals { given waiting failed }
        integrations { key isConnected ...IntegrationCard_integration @alias(as: "card") }
        integrationDeliveries(first: 20, integration: "joy") { edges { node { id ...DeliveryRow_delivery @alias(as: "row") } } }
      }
    }
  }
`

export const joyLoader = queryLoader<joyLoaderQuery>(joyQuery, () => ({}))
