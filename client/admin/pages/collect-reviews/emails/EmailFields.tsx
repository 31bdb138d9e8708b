import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Select } from '@shopify/polaris'
import { useId, useState } from 'react'
import type { Locale } from '../../../../../rules/locales.ts'
import type { EmailTemplateKey, EmailTemplates } from '../../../../../rules/settings/email-templates.ts'
import { SettingCheckbox, SettingColour, SettingText } from '../../../ui/settings/SettingFields.tsx'
import type { SettingsForm } from '../../../ui/settings/useSettingsForm.ts'
import { BlockList } from './BlockList.tsx'

export type EmailForm = SettingsForm<Pick<EmailTemplates, 'reviewReminder'>>

interface Props {
  form: EmailForm
  template: EmailTemplateKey
  primary: Locale
  languages: readonly { value: Locale, label: string }[]
}

/** Merge fields that a text may hold. */
const mergeFields = ['customer_name', 'product_title', 'order_name', 'shop_name']

export function EmailFields({ form, template, primary, languages }: Props) {
  const { t } = useLingui()
  const [locale, setLocale] = useState(primary)
  const own = <Field extends string>(field: Field) => `${template}.${field}` as `reviewReminder.${Field}`
  const text = <Field extends string>(field: Field) => own((locale === primary ? field : `texts.${locale}.${field}`) as Field)
  const values = (form.values as unknown as EmailTemplates)[template]
  const content = locale === primary ? values.content : values.texts[locale].content
  const contentId = useId()
  const insert = (field: string) => {
    if (!field) return
    // Where the cursor is in the text, or was last.
    const area = document.getElementById(contentId)
    const [start, end] = area instanceof HTMLTextAreaElement ? [area.selectionStart, area.selectionEnd] : [content.length, content.length]
    form.set(text('content'), `${content.slice(0, start)}{{ ${field} }}${content.slice(end)}`)
  }
  const placeholder = t`Our own words`
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="400">
          <Select label={t`Language`} options={[...languages]} value={locale} onChange={(value) => setLocale(value as Locale)} />
          <SettingText form={form} name={text('subject')} label={t`Subject`} placeholder={placeholder} />
          <SettingText form={form} name={text('preheader')} label={t`Preview text`} placeholder={placeholder} />
          <SettingText form={form} id={contentId} name={text('content')} label={t`Text`} multiline={6} placeholder={placeholder} />
          <Select label={t`Insert a merge field`} options={[{ value: '', label: '' }, ...mergeFields.map((field) => ({ value: field, label: `{{ ${field} }}` }))]} value="" onChange={insert} disabled={form.lockOf(text('content')) !== null} />
          <SettingText form={form} name={text('buttonText')} label={t`Button text`} placeholder={placeholder} />
        </BlockStack>
      </Card>
      {template === 'reviewReminder' && (
        <Card>
          <SettingCheckbox form={form} name="reviewReminder.interactive" label={t`Let customers answer inside the email`} helpText={t`Works in email programs that support it, after you register with Gmail. All others show stars that open the review page.`} />
        </Card>
      )}
      <BlockList form={form} name={own('blocks')} />
      <Card>
        <BlockStack gap="400">
          <SettingColour form={form} name={own('buttonColour')} label={t`Button color`} />
          <SettingColour form={form} name={own('buttonTextColour')} label={t`Button text color`} />
          {template === 'confirmEdit' && <DenyButton form={form as unknown as ConfirmForm} />}
          <SettingText form={form} name={own('logo')} label={t`Logo address`} helpText={t`The web address of a picture. Empty: your shop’s name.`} />
          <SettingText form={form} name={own('customCss')} label={t`Custom CSS`} multiline={4} />
        </BlockStack>
      </Card>
    </BlockStack>
  )
}

type ConfirmForm = SettingsForm<Pick<EmailTemplates, 'confirmEdit'>>

/** The second button of the email that asks for consent to an edit. */
function DenyButton({ form }: { form: ConfirmForm }) {
  const { t } = useLingui()
  return (
    <>
      <SettingText form={form} name="confirmEdit.denyButtonText" label={t`Deny button text`} placeholder={t`Our own words`} />
      <SettingColour form={form} name="confirmEdit.denyButtonColour" label={t`Deny button color`} />
      <SettingColour form={form} name="confirmEdit.denyButtonTextColour" label={t`Deny button text color`} />
    </>
  )
}
