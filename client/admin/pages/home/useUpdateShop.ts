import { graphql } from 'react-relay/hooks'
import type { useUpdateShopMutation } from '../../../__generated__/useUpdateShopMutation.graphql.ts'
import { useCommit } from '../../shell/relay/useCommit.ts'

/** Updates the shop's switch, setup and rating. */
export function useUpdateShop() {
  return useCommit<useUpdateShopMutation>(graphql`
    mutation useUpdateShopMutation($input: UpdateShopInput!) {
      updateShop(input: $input) {
        __typename
        ... on UpdateShopSuccess {
          data { id appStatus setupDone setupStep isRated }
        }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
}
