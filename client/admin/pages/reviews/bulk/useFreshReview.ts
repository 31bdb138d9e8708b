import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useFreshReviewQuery } from '../../../../__generated__/useFreshReviewQuery.graphql.ts'
import type { ActionRow } from './listActs.ts'

/** Asks for a review as it is now, which its row then shows; null when it is gone or no answer comes. */
export function useFreshReview(): (id: string) => Promise<ActionRow | null> {
  const environment = useRelayEnvironment()
  const query = graphql`
    query useFreshReviewQuery($id: ID!) {
      node(id: $id) {
        ... on Review @alias(as: "review") { id ...ReviewRow_review ...listActs_review @relay(mask: false) }
      }
    }
  `
  return async (id) => {
    const answer = await fetchQuery<useFreshReviewQuery>(environment, query, { id }, { fetchPolicy: 'network-only' })
      .toPromise()
      .catch(() => undefined)
    return answer?.node?.review ?? null
  }
}
