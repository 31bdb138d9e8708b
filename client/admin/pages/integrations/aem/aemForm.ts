import { graphql, useFragment } from 'react-relay/hooks'
import { AEM } from '../../../../../rules/settings/aem.ts'
import { EMAIL_TEMPLATES } from '../../../../../rules/settings/email-templates.ts'
import type { aemForm_settings$key } from '../../../../__generated__/aemForm_settings.graphql.ts'
import type { aemForm_templates$key } from '../../../../__generated__/aemForm_templates.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation aemFormMutation($input: SaveAemInput!) {
    saveAem(input: $input) {
      __typename
      ... on SaveAemSuccess { data { ...aemForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useAemForm(key: aemForm_settings$key) {
  const stored = useFragment(graphql`fragment aemForm_settings on AemSettings { id version sendReviews }`, key)
  return useSettingsForm({ document: AEM, stored, mutation })
}

const templatesMutation = graphql`
  mutation aemFormTemplatesMutation($input: SaveEmailTemplatesInput!) {
    saveEmailTemplates(input: $input) {
      __typename
      ... on SaveEmailTemplatesSuccess { data { ...aemForm_templates } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the templates' sender: Candor or the marketing tool. */
export function useSendersForm(key: aemForm_templates$key) {
  const stored = useFragment(
    graphql`
    fragment aemForm_templates on EmailTemplatesSettings {
      id version
      reviewReminder { senderApp }
      photoReminder { senderApp }
      confirmEdit { senderApp }
      reviewReply { senderApp }
      discountReview { senderApp }
      survey { senderApp }
    }
  `,
    key,
  )
  return useSettingsForm({ document: EMAIL_TEMPLATES, stored, mutation: templatesMutation })
}
