import { graphql, useFragment } from 'react-relay/hooks'
import { KLAVIYO } from '../../../../../rules/settings/klaviyo.ts'
import type { klaviyoForm_settings$key } from '../../../../__generated__/klaviyoForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation klaviyoFormMutation($input: SaveKlaviyoInput!) {
    saveKlaviyo(input: $input) {
      __typename
      ... on SaveKlaviyoSuccess { data { ...klaviyoForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useKlaviyoForm(key: klaviyoForm_settings$key) {
  const stored = useFragment(
    graphql`fragment klaviyoForm_settings on KlaviyoSettings { id version sendSubmitted sendPublished sendReplies }`,
    key,
  )
  return useSettingsForm({ document: KLAVIYO, stored, mutation })
}
