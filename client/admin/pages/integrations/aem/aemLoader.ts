import { graphql } from 'react-relay/hooks'
import type { aemLoaderQuery } from '../../../../__generated__/aemLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const aemQuery = graphql`
  query aemLoaderQuery {
    viewer {
      shop {
        id
        aem { integrated ...aemForm_settings }
        emailTemplates { ...aemForm_templates }
        integrations { key ...IntegrationCard_integration @alias(as: "card") }
        integrationDeliveries(first: 20, integration: "aem") { edges { node { id ...DeliveryRow_delivery @alias(as: "row") } } }
      }
    }
  }
`

export const aemLoader = queryLoader<aemLoaderQuery>(aemQuery, () => ({}))
