import { graphql, useFragment } from 'react-relay/hooks'
import { REPLY_TEMPLATES } from '../../../../../rules/settings/reply-templates.ts'
import type { templatesForm_setting$key } from '../../../../__generated__/templatesForm_setting.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation templatesFormMutation($input: SaveReplyTemplatesInput!) {
    saveReplyTemplates(input: $input) {
      __typename
      ... on SaveReplyTemplatesSuccess { data { ...templatesForm_setting } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the reply templates. */
export function useTemplatesForm(key: templatesForm_setting$key) {
  const stored = useFragment(
    graphql`
    fragment templatesForm_setting on ReplyTemplatesSettings {
      id version templates { id name content minRate maxRate words productIds language }
    }
  `,
    key,
  )
  return useSettingsForm({ document: REPLY_TEMPLATES, stored, mutation })
}

export type TemplatesForm = ReturnType<typeof useTemplatesForm>
