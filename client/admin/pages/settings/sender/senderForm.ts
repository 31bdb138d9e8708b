import { useLingui } from '@lingui/react/macro'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SmtpField } from '../../../../../rules/smtp-fault.ts'
import { EMAIL_SETTING } from '../../../../../rules/settings/email-setting.ts'
import type { senderForm_setting$key } from '../../../../__generated__/senderForm_setting.graphql.ts'
import type { senderFormActMutation } from '../../../../__generated__/senderFormActMutation.graphql.ts'
import type { senderFormTestMutation } from '../../../../__generated__/senderFormTestMutation.graphql.ts'
import { useCommit, type FieldErrors, type Outcome } from '../../../shell/relay/useCommit.ts'
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

/** Checks the sender or its mail server, or emails its DNS records. */
export const useSenderAction = () =>
  useCommit<senderFormActMutation>(graphql`
  mutation senderFormActMutation($input: ActOnSenderInput!) {
    actOnSender(input: $input) {
      __typename
      ... on ActOnSenderSuccess { data { id state isServerVerified pause { reason text since host } ...DomainRecords_sender } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

export const useTestSender = () =>
  useCommit<senderFormTestMutation>(graphql`
  mutation senderFormTestMutation($input: TestSenderInput!) {
    testSender(input: $input) {
      __typename
      ... on TestSenderSuccess { data { id isServerVerified pause { reason text since host } } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

/** Marks the field that a failed test faults, as far as the server's answer names one. */
export function useFaultedFields(): (outcome: Outcome<unknown>, host: string) => FieldErrors {
  const { t } = useLingui()
  return (outcome, host) => {
    if (outcome.ok) return {}
    const refused = t`The mail server refused this username or password.`
    const sentences: Readonly<Record<SmtpField, string>> = {
      host: t`We can’t reach ${host}. Check the host and the port.`,
      port: t`Nothing answers on this port. Most servers use 587 or 465.`,
      encryption: t`The server doesn’t use this encryption on this port.`,
      username: refused,
      password: refused,
      senderEmail: t`The mail server doesn’t accept this sender address.`,
      to: t`The mail server doesn’t accept this address.`,
    }
    const sentence = sentences[outcome.params['field'] as SmtpField]
    return sentence ? { [String(outcome.params['field'])]: sentence } : outcome.fields
  }
}
