import { graphql, useFragment } from 'react-relay/hooks'
import { DISCOUNT } from '../../../../../rules/settings/discount.ts'
import type { discountForm_settings$key } from '../../../../__generated__/discountForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation discountFormMutation($input: SaveDiscountInput!) {
    saveDiscount(input: $input) {
      __typename
      ... on SaveDiscountSuccess { data { ...discountForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useDiscountForm(key: discountForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment discountForm_settings on DiscountSettings {
      id version enableDiscount sendingMethod colours { background border text code } contentDiscount contentTextDiscount contentPhotoDiscount typeDiscount
      typeValueAllDiscount valueAllDiscount typeValuePhotoDiscount valueTextDiscount valuePhotoDiscount enabledTextDiscount charactersRequired enabledPhotoDiscount
      photoRequired appliesTo selectedProducts expireDiscount customerEligibility combinations listCombines discountCodePrefix expirationEmailDisabled
    }
  `,
    key,
  )
  return useSettingsForm({ document: DISCOUNT, stored, mutation })
}

export type DiscountForm = ReturnType<typeof useDiscountForm>
