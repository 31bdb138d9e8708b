import { graphql } from 'react-relay/hooks'
import type { webhooksLoaderQuery } from '../../../../__generated__/webhooksLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const webhooksQuery = graphql`
  query webhooksLoaderQuery($id: ID, $state: DeliveryState, $after: String) {
    viewer {
      shop {
        id
        webhooks { id ...WebhookCard_webhook @alias(as: "card") }
        webhook(id: $id) {
          id
          url
          ...WebhookCard_webhook @alias(as: "card")
          deliveries(first: 20, state: $state, after: $after) {
            edges { node { id state ...WebhookDelivery_delivery @alias(as: "row") } }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
`

/** Reads the webhooks, and the log of the one in the address. */
export const webhooksLoader = queryLoader<webhooksLoaderQuery>(webhooksQuery, ({ request }) => {
  const { searchParams } = new URL(request.url)
  return {
    id: searchParams.get('id'),
    state: searchParams.get('state') === 'failed' ? 'FAILED' : null,
    after: searchParams.get('after'),
  }
})
