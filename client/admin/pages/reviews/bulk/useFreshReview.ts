import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useFreshReviewQuery } from '../../../../__generated__/useFreshReviewQuery.graphql.ts'
import type { ActionRow } from './listActs.ts'

/** Reloads a review, which updates its row. Resolves to null if it was deleted or the request failed. */
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
