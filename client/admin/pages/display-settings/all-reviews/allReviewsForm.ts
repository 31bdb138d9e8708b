import { graphql, useFragment } from 'react-relay/hooks'
import { ALL_REVIEWS } from '../../../../../rules/settings/all-reviews.ts'
import type { allReviewsForm_settings$key } from '../../../../__generated__/allReviewsForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment allReviewsForm_settings on AllReviewsSettings {
    id version enabled layout perPage sortingDefault showSummary showProduct customCss
  }
`

const mutation = graphql`
  mutation allReviewsFormMutation($input: SaveAllReviewsInput!) {
    saveAllReviews(input: $input) {
      __typename
      ... on SaveAllReviewsSuccess { data { ...allReviewsForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useAllReviewsForm = (key: allReviewsForm_settings$key) =>
  useSettingsForm({ document: ALL_REVIEWS, stored: useFragment(fragment, key), mutation })
