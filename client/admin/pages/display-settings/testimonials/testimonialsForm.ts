import { graphql, useFragment } from 'react-relay/hooks'
import { TESTIMONIALS } from '../../../../../rules/settings/testimonials.ts'
import type { testimonialsForm_settings$key } from '../../../../__generated__/testimonialsForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment testimonialsForm_settings on TestimonialsSettings {
    id version enableTestimonial layout testimonialsSource selectedReviews selectedProducts maxRecentReviews autoNavigate autoNavigateInterval quoteIcon font showReviewDate showOnDesktop showOnMobile customCss
    colours { text mutedText background star emptyStar quote }
  }
`

const mutation = graphql`
  mutation testimonialsFormMutation($input: SaveTestimonialsInput!) {
    saveTestimonials(input: $input) {
      __typename
      ... on SaveTestimonialsSuccess { data { ...testimonialsForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useTestimonialsForm = (key: testimonialsForm_settings$key) =>
  useSettingsForm({ document: TESTIMONIALS, stored: useFragment(fragment, key), mutation })

export type TestimonialsForm = ReturnType<typeof useTestimonialsForm>
