import { graphql, useFragment } from 'react-relay/hooks'
import { JOY } from '../../../../../rules/settings/joy.ts'
import type { joyForm_settings$key } from '../../../../__generated__/joyForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation joyFormMutation($input: SaveJoyInput!) {
    saveJoy(input: $input) {
      __typename
      ... on SaveJoySuccess { data { ...joyForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useJoyForm(key: joyForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment joyForm_settings on JoySettings {
      id version enableReviewDiscount pointsReview pointsPhoto enableReviewRequest enablePhotoReviewReminder
    }
  `,
    key,
  )
  return useSettingsForm({ document: JOY, stored, mutation })
}

export type JoyForm = ReturnType<typeof useJoyForm>
