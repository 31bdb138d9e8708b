import { graphql, useFragment } from 'react-relay/hooks'
import { PUSH_OWL } from '../../../../../rules/settings/push-owl.ts'
import type { pushForm_settings$key } from '../../../../__generated__/pushForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation pushFormMutation($input: SavePushOwlInput!) {
    savePushOwl(input: $input) {
      __typename
      ... on SavePushOwlSuccess { data { ...pushForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function usePushForm(key: pushForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment pushForm_settings on PushOwlSettings {
      id version webPush reviewReminderStatus photoReminderStatus reviewReminder { title message } photoReminder { title message }
    }
  `,
    key,
  )
  return useSettingsForm({ document: PUSH_OWL, stored, mutation })
}

export type PushForm = ReturnType<typeof usePushForm>
