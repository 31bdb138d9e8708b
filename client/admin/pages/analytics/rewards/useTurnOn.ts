import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import type { useTurnOnMutation } from '../../../../__generated__/useTurnOnMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

const mutation = graphql`
  mutation useTurnOnMutation($input: SaveDiscountInput!) {
    saveDiscount(input: $input) {
      __typename
      ... on SaveDiscountSuccess { data { id version enableDiscount enabledTextDiscount enabledPhotoDiscount expirationEmailDisabled } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export type RewardChanges = Omit<useTurnOnMutation['variables']['input'], 'version'>

/** Returns a function that turns rewards of the discount on. */
export function useTurnOn(): [(input: useTurnOnMutation['variables']['input']) => void, boolean] {
  const { t } = useLingui()
  const [commit, busy] = useCommit<useTurnOnMutation>(mutation)
  return [(input) => void commit({ input }, { success: t`Turned on`, fieldless: true }), busy]
}
