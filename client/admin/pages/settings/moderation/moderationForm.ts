import { graphql, useFragment } from 'react-relay/hooks'
import { MODERATION } from '../../../../../rules/settings/moderation.ts'
import type { moderationForm_settings$key } from '../../../../__generated__/moderationForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation moderationFormMutation($input: SaveModerationInput!) {
    saveModeration(input: $input) {
      __typename
      ... on SaveModerationSuccess { data { ...moderationForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useModerationForm(key: moderationForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment moderationForm_settings on ModerationSettings {
      id version words wordAct wordReason linkAct contactAct languageAct languages rejectNote markImports
    }
  `,
    key,
  )
  return useSettingsForm({ document: MODERATION, stored, mutation })
}

export type ModerationForm = ReturnType<typeof useModerationForm>
