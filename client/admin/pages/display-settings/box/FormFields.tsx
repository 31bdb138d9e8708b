import { useLingui } from '@lingui/react/macro'
import { maxPolicyChars, maxSubmitFormTextChars } from '../../../../../rules/limits.ts'
import { SettingCheckbox, SettingChoices, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import type { BoxForm } from './boxForm.ts'

/** Settings of the button in the summary and its form. */
export function FormFields({ form }: { form: BoxForm }) {
  const { t } = useLingui()
  const { summaryButton, hasPolicy } = form.values
  return (
    <SettingsFold title={t`Review form`}>
      <SettingCheckbox
        form={form}
        name="summaryButton.enabled"
        label={t`Show the button in the summary`}
        helpText={t`Without it, shoppers write reviews from emails, QR codes, and the submit form.`}
      />
      {summaryButton.enabled && (
        <SettingText
          form={form}
          name="summaryButton.text"
          label={t`Button text`}
          maxLength={maxSubmitFormTextChars}
          helpText={t`Leave empty for “Write a review” in your store’s language.`}
        />
      )}
      <SettingChoices
        form={form}
        name="formType"
        label={t`How the form opens`}
        choices={[
          { value: 'collapsible', label: t`Collapsible`, helpText: t`Below the button` },
          { value: 'popup', label: t`Pop-up`, helpText: t`Over the page` },
        ]}
      />
      <SettingCheckbox form={form} name="requiredName" label={t`Require a name`} />
      <SettingCheckbox
        form={form}
        name="requiredEmail"
        label={t`Require an email address`}
        helpText={t`Never shown to shoppers.`}
      />
      <SettingCheckbox form={form} name="hasPolicy" label={t`Show a policy`} />
      {hasPolicy && (
        <SettingText
          form={form}
          name="policy"
          label={t`Policy text`}
          multiline={3}
          maxLength={maxPolicyChars}
          helpText={t`Above the form’s button. Addresses that begin with https:// become links.`}
        />
      )}
    </SettingsFold>
  )
}
