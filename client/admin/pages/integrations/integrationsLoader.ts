import { graphql } from 'react-relay/hooks'
import type { integrationsLoaderQuery } from '../../../__generated__/integrationsLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const integrationsQuery = graphql`
  query integrationsLoaderQuery {
    viewer {
      shop {
        id
        ...FeedsCard_shop @alias(as: "feedsCard")
        integrations { id ...IntegrationCard_integration @alias(as: "card") }
        integrationDeliveries(first: 20) { edges { node { id ...DeliveryRow_delivery @alias(as: "row") } } }
      }
    }
  }
`

export const integrationsLoader = queryLoader<integrationsLoaderQuery>(integrationsQuery, () => ({}))
