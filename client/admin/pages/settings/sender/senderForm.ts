import { graphql, useFragment } from 'react-relay/hooks'
import { EMAIL_SETTING } from '../../../../../rules/settings/email-setting.ts'
import type { senderForm_setting$key } from '../../../../__generated__/senderForm_setting.graphql.ts'
import type { senderFormActMutation } from '../../../../__generated__/senderFormActMutation.graphql.ts'
import type { senderFormTestMutation } from '../../../../__generated__/senderFormTestMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

export const saveSender = graphql`
  mutation senderFormMutation($input: SaveEmailSettingInput!) {
    saveEmailSetting(input: $input) {
      __typename
      ... on SaveEmailSettingSuccess { data { hiddenBannerVerify isVerified ...senderForm_setting } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the sender and the mail server (spec 3: Email setting). */
export function useSenderForm(key: senderForm_setting$key) {
  const stored = useFragment(
    graphql`
    fragment senderForm_setting on EmailSetting {
      id version senderEmail senderName replyTo isCustomSenderEnabled smtpType host port encryption authentication username passwordIsSet
    }
  `,
    key,
  )
  return {
    form: useSettingsForm({ document: EMAIL_SETTING, stored, mutation: saveSender }),
    passwordIsSet: stored.passwordIsSet,
    version: stored.version,
  }
}

export type SenderForm = ReturnType<typeof useSenderForm>['form']

/** Checks the sender, or emails its DNS records. */
export const useSenderAction = () =>
  useCommit<senderFormActMutation>(graphql`
  mutation senderFormActMutation($input: ActOnSenderInput!) {
    actOnSender(input: $input) {
      __typename
      ... on ActOnSenderSuccess { data { state ...DomainRecords_sender } }
      ... on Refusal { code message params }
    }
  }
`)

export const useTestSender = () =>
  useCommit<senderFormTestMutation>(graphql`
  mutation senderFormTestMutation($input: TestSenderInput!) {
    testSender(input: $input) {
      __typename
      ... on TestSenderSuccess { data { id pause { reason text since } } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)
