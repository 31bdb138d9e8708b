import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Select } from '@shopify/polaris'
import { useState } from 'react'
import type { Locale } from '../../../../../rules/locales.ts'
import type { EmailTemplateKey, EmailTemplates } from '../../../../../rules/settings/email-templates.ts'
import { SettingText } from '../../../ui/settings/SettingFields.tsx'
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
  const insert = (field: string) => field && form.set(text('content'), `${content}{{ ${field} }}`)
  const placeholder = t`Our own words`
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="400">
          <Select label={t`Language`} options={[...languages]} value={locale} onChange={(value) => setLocale(value as Locale)} />
          <SettingText form={form} name={text('subject')} label={t`Subject`} placeholder={placeholder} />
          <SettingText form={form} name={text('preheader')} label={t`Preview text`} placeholder={placeholder} />
          <SettingText form={form} name={text('content')} label={t`Text`} multiline={6} placeholder={placeholder} />
          <Select label={t`Insert a merge field`} options={[{ value: '', label: '' }, ...mergeFields.map((field) => ({ value: field, label: `{{ ${field} }}` }))]} value="" onChange={insert} disabled={form.lockOf(text('content')) !== null} />
          <SettingText form={form} name={text('buttonText')} label={t`Button text`} placeholder={placeholder} />
        </BlockStack>
      </Card>
      <BlockList form={form} name={own('blocks')} />
      <Card>
        <BlockStack gap="400">
          <SettingText form={form} name={own('buttonColour')} label={t`Button color`} />
          <SettingText form={form} name={own('buttonTextColour')} label={t`Button text color`} />
          <SettingText form={form} name={own('logo')} label={t`Logo address`} helpText={t`The web address of a picture. Empty: your shop’s name.`} />
          <SettingText form={form} name={own('customCss')} label={t`Custom CSS`} multiline={4} />
        </BlockStack>
      </Card>
    </BlockStack>
  )
}
