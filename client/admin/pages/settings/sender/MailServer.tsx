import { useLingui } from '@lingui/react/macro'
import { Badge, Banner, FormLayout, InlineStack, TextField } from '@shopify/polaris'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { SettingCheckbox, SettingChoices, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingSecret } from '../../../ui/settings/SettingSecret.tsx'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import type { SenderForm } from './senderForm.ts'

interface Props {
  form: SenderForm
  passwordIsSet: boolean
  /** Whether the stored server passed a test; null: Candor's is stored. */
  isVerified: boolean | null
  /** Why the saved server didn't pass its check. */
  refusal: string | null
}

/** Chooses Candor's mail server or the shop's own. */
export function MailServer({ form, passwordIsSet, isVerified, refusal }: Props) {
  const { t } = useLingui()
  const { smtpType, authentication } = form.values
  return (
    <SettingsSection title={t`Mail server`} description={t`How your emails to customers leave.`}>
      <SettingChoices
        form={form}
        name="smtpType"
        label={t`Mail server`}
        labelHidden
        choices={[
          { value: 'default', label: t`Candor’s mail server`, helpText: t`Nothing to set up.` },
          {
            value: 'custom',
            label: t`My own mail server (SMTP)`,
            helpText: t`If the server is unreachable or rejects the login, we hold your emails until you resume.`,
          },
        ]}
      />
      {smtpType === 'custom' && refusal !== null && (
        <Banner tone="critical" title={t`Saved, but your emails will wait`}>
          <p>{refusal}</p>
        </Banner>
      )}
      {smtpType === 'custom' && isVerified !== null && !form.dirty && (
        <InlineStack gap="200" blockAlign="center">
          <span data-user-content>{form.stored.host}</span>
          {isVerified ? <Badge tone="success">{t`Verified`}</Badge> : <Badge tone="attention">{t`Not verified`}</Badge>}
        </InlineStack>
      )}
      {smtpType === 'custom' && (
        <FormLayout>
          <FormLayout.Group condensed>
            <SettingText form={form} name="host" label={t`Host`} placeholder="smtp.example.com" />
            <Port form={form} />
          </FormLayout.Group>
          <SettingSelect
            form={form}
            name="encryption"
            label={t`Encryption`}
            options={[
              { value: 'automatic', label: t`Automatic` },
              { value: 'tls', label: t`TLS` },
              { value: 'starttls', label: t`STARTTLS` },
            ]}
          />
          <SettingCheckbox form={form} name="authentication" label={t`Requires a username and password`} />
          {authentication && <SettingText form={form} name="username" label={t`Username`} />}
          {authentication && <SettingSecret form={form} name="password" label={t`Password`} isSet={passwordIsSet} />}
        </FormLayout>
      )}
    </SettingsSection>
  )
}

function Port({ form }: { form: SenderForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const error = form.errorOf('port')
  // Keep input that is no number as typed, so that validation can show an error.
  const change = (text: string) => form.set('port', (/^\d+$/.test(text) ? Number(text) : text) as number)
  return (
    <TextField
      label={t`Port`}
      inputMode="numeric"
      autoComplete="off"
      disabled={readOnly}
      value={String(form.values.port)}
      onChange={change}
      helpText={t`Usually 587 or 465.`}
      {...(error ? { error } : {})}
    />
  )
}
