import { graphql } from 'react-relay/hooks'
import type { serviceLoaderQuery } from '../../../../__generated__/serviceLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'
import { findKeyOfPage } from '../services.ts'

export const serviceQuery = graphql`
  query serviceLoaderQuery($key: String!) {
    viewer {
      shop {
        id
        integrations { key name feature isConnected ...IntegrationCard_integration @alias(as: "card") }
        integrationDeliveries(first: 20, integration: $key) {
          edges { node { id ...DeliveryRow_delivery @alias(as: "row") } }
        }
      }
    }
  }
`

/** Reads the service whose page is in the address, with its log. */
export const serviceLoader = queryLoader<serviceLoaderQuery>(serviceQuery, ({ request }) => ({
  key: findKeyOfPage(new URL(request.url).pathname),
}))
