import { graphql, useFragment } from 'react-relay/hooks'
import { EMAIL_TEMPLATES } from '../../../../../rules/settings/email-templates.ts'
import { KLAVIYO } from '../../../../../rules/settings/klaviyo.ts'
import type { klaviyoForm_request$key } from '../../../../__generated__/klaviyoForm_request.graphql.ts'
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

const requestMutation = graphql`
  mutation klaviyoFormRequestMutation($input: SaveEmailTemplatesInput!) {
    saveEmailTemplates(input: $input) {
      __typename
      ... on SaveEmailTemplatesSuccess { data { ...klaviyoForm_request } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of who sends review requests. Has no other email, so a reset leaves the others alone. */
export function useRequestSenderForm(key: klaviyoForm_request$key) {
  const stored = useFragment(
    graphql`fragment klaviyoForm_request on EmailTemplatesSettings { id version reviewReminder { senderApp } }`,
    key,
  )
  return useSettingsForm({ document: EMAIL_TEMPLATES, stored, mutation: requestMutation })
}
