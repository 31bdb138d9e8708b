import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import type { Locale } from '../../../../../rules/locales.ts'
import { listMergeFields } from '../../../../../rules/merge-fields.ts'
import type { EmailTemplateKey, EmailTemplates } from '../../../../../rules/settings/email-templates.ts'
import { LockedSection } from '../../../ui/settings/Gated.tsx'
import { SettingCheckbox, SettingColour, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingPicture } from '../../../ui/settings/SettingPicture.tsx'
import type { SettingsForm } from '../../../ui/settings/useSettingsForm.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { BlockList } from './BlockList.tsx'
import { editTemplateWords, useOwnWords } from './emailWords.ts'
import { TimingCard } from './TimingCard.tsx'
import { WordsField } from './WordsField.tsx'

export type EmailForm = SettingsForm<Pick<EmailTemplates, 'reviewReminder'>>

interface Props {
  form: EmailForm
  template: EmailTemplateKey
  primary: Locale
  /** The language to edit. */
  locale: Locale
}

/** Fields of an email: its words in one language, its blocks, their look, and when it is sent. */
export function EmailFields({ form, template, primary, locale }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const ours = useOwnWords(template, locale)
  const words = editTemplateWords(form, { template, locale, primary, ours })
  const fields = listMergeFields(template)
  const lock = form.lockOf(words.path('content'))
  const line = (field: 'subject' | 'preheader', label: string) => (
    <WordsField
      label={label}
      value={words.texts[field]}
      ours={ours?.[field] ?? ''}
      onChange={(value) => words.put(field, value)}
      disabled={readOnly || lock !== null}
      error={form.errorOf(words.path(field))}
      fields={fields}
    />
  )
  return (
    <LockedSection feature={form.lockOf(template)}>
      <BlockStack gap="400">
        <Card>
          <LockedSection feature={lock}>
            <BlockStack gap="400">
              {line('subject', t`Subject`)}
              {line('preheader', t`Preview text`)}
            </BlockStack>
          </LockedSection>
        </Card>
        <BlockList key={locale} form={form} template={template} words={words} fields={fields} />
        <LookCard form={form} template={template} />
        {template === 'reviewReminder' && (
          <Card>
            <SettingCheckbox
              form={form}
              name="reviewReminder.interactive"
              label={t`Let customers answer inside the email`}
              helpText={t`Works in email programs that support it, after you register with Gmail. All others show stars that open the review page.`}
            />
          </Card>
        )}
        <TimingCard form={form} template={template} />
      </BlockStack>
    </LockedSection>
  )
}

function LookCard({ form, template }: Pick<Props, 'form' | 'template'>) {
  const { t } = useLingui()
  const own = <Field extends string>(field: Field) => `${template}.${field}` as `reviewReminder.${Field}`
  const { logo } = (form.values as unknown as EmailTemplates)[template]
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingSm">{t`Design`}</Text>
        <SettingColour form={form} name={own('buttonColour')} label={t`Button color`} />
        <SettingColour form={form} name={own('buttonTextColour')} label={t`Button text color`} />
        {template === 'confirmEdit' && <DenyButton form={form as unknown as ConfirmForm} />}
        <BlockStack gap="200">
          <Text as="h3">{t`Logo`}</Text>
          <SettingPicture
            path="/emails/image"
            className="c-picture-thumb"
            label={t`Logo`}
            image={logo}
            disabled={form.lockOf(own('logo')) !== null}
            onChange={(image) => form.set(own('logo'), image)}
          />
        </BlockStack>
        <SettingText
          form={form}
          name={own('logo')}
          label={t`Logo address`}
          helpText={t`The web address of a picture. Empty: your brand’s logo, or your shop’s name.`}
        />
        <SettingText form={form} name={own('customCss')} label={t`Custom CSS`} multiline={4} />
      </BlockStack>
    </Card>
  )
}

type ConfirmForm = SettingsForm<Pick<EmailTemplates, 'confirmEdit'>>

/** The second button of the email that asks for consent to an edit. */
function DenyButton({ form }: { form: ConfirmForm }) {
  const { t } = useLingui()
  return (
    <>
      <SettingText
        form={form}
        name="confirmEdit.denyButtonText"
        label={t`Deny button text`}
        placeholder={t`Default text`}
      />
      <SettingColour form={form} name="confirmEdit.denyButtonColour" label={t`Deny button color`} />
      <SettingColour form={form} name="confirmEdit.denyButtonTextColour" label={t`Deny button text color`} />
    </>
  )
}
