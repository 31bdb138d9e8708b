import { useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, Form, TextField } from '@shopify/polaris'
import { useState } from 'react'
import type { SmtpEncryption, SmtpType } from '../../../../__generated__/senderFormTestMutation.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import type { SenderForm } from './senderForm.ts'
import { useFaultedFields, useTestSender } from './senderForm.ts'

/** Sends a real email with the form's values, saved or not. */
export function SendTest({ form, to: first }: { form: SenderForm; to: string }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [to, setTo] = useState(first)
  const [problem, setProblem] = useState<{ message: string; fields: FieldErrors } | null>(null)
  const [test, testing] = useTestSender()
  const faulted = useFaultedFields()
  if (readOnly) return null
  const { smtpType, host, port, encryption, authentication, username, senderEmail, senderName } = form.values
  const password = (form.values as { password?: string }).password
  const settings = {
    smtpType: smtpType.toUpperCase() as SmtpType,
    host,
    port: typeof port === 'number' ? port : 0,
    encryption: encryption.toUpperCase() as SmtpEncryption,
    authentication,
    username,
    senderEmail,
    senderName,
  }
  const send = async () => {
    if (testing) return
    setProblem(null)
    const outcome = await test(
      { input: { to, ...(form.dirty ? { settings } : {}), ...(password ? { password } : {}) } },
      { success: t`Test email sent to ${to}`, quiet: true },
    )
    if (outcome.ok) return
    const { to: toFault, ...fields } = faulted(outcome, host)
    form.refuse(fields)
    setProblem({ message: outcome.message, fields: toFault ? { to: toFault } : {} })
  }
  const toError = problem?.fields['to']
  return (
    <SettingsSection
      title={t`Test`}
      description={t`Sends a real email with the settings above, saved or not. Up to 25 in 24 hours.`}
    >
      <Form noValidate onSubmit={() => void send()}>
        <BlockStack gap="300">
          {problem && !toError && <Banner tone="critical" title={problem.message} />}
          <TextField
            label={t`Send a test email to`}
            type="email"
            autoComplete="email"
            value={to}
            onChange={setTo}
            {...(toError ? { error: toError } : {})}
          />
          <div>
            <Button submit loading={testing}>{t`Send test email`}</Button>
          </div>
        </BlockStack>
      </Form>
    </SettingsSection>
  )
}
