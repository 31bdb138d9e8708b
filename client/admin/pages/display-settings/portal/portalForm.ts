import { graphql, useFragment } from 'react-relay/hooks'
import { CUSTOMER_PORTAL_REVIEWS } from '../../../../../rules/settings/customer-portal-reviews.ts'
import type { portalForm_settings$key } from '../../../../__generated__/portalForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment portalForm_settings on CustomerPortalReviewsSettings {
    id version enabled showToReview allowEdit allowDelete customCss
  }
`

const mutation = graphql`
  mutation portalFormMutation($input: SaveCustomerPortalReviewsInput!) {
    saveCustomerPortalReviews(input: $input) {
      __typename
      ... on SaveCustomerPortalReviewsSuccess { data { ...portalForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const usePortalForm = (key: portalForm_settings$key) =>
  useSettingsForm({ document: CUSTOMER_PORTAL_REVIEWS, stored: useFragment(fragment, key), mutation })
