import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Select, Text } from '@shopify/polaris'
import { useId, useState } from 'react'
import type { Locale } from '../../../../../rules/locales.ts'
import {
  findTemplateType,
  type EmailTemplateKey,
  type EmailTemplates,
  type EmailTexts,
} from '../../../../../rules/settings/email-templates.ts'
import { LockedSection } from '../../../ui/settings/Gated.tsx'
import { SettingCheckbox, SettingColour, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingPicture } from '../../../ui/settings/SettingPicture.tsx'
import type { SettingsForm } from '../../../ui/settings/useSettingsForm.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { BlockList } from './BlockList.tsx'
import { OwnWords } from './OwnWords.tsx'
import { TimingCard } from './TimingCard.tsx'

export type EmailForm = SettingsForm<Pick<EmailTemplates, 'reviewReminder'>>

interface Props {
  form: EmailForm
  template: EmailTemplateKey
  primary: Locale
  languages: readonly { value: Locale; label: string }[]
}

/** Merge fields for the subject, preview text and text. */
const mergeFields = ['customer_name', 'product_title', 'order_name', 'shop_name']
const discountFields = ['discount_code', 'discount_value', 'discount_expires']
const fillable = ['subject', 'preheader', 'content'] as const

export function EmailFields({ form, template, primary, languages }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [locale, setLocale] = useState(primary)
  const own = <Field extends string>(field: Field) => `${template}.${field}` as `reviewReminder.${Field}`
  const text = <Field extends string>(field: Field) =>
    own((locale === primary ? field : `texts.${locale}.${field}`) as Field)
  const values = (form.values as unknown as EmailTemplates)[template]
  const texts: EmailTexts = locale === primary ? values : values.texts[locale]
  const fieldId = useId()
  const idOf = (field: string) => `${fieldId}${field}`
  const [target, setTarget] = useState<(typeof fillable)[number]>('content')
  const insert = (name: string) => {
    if (!name) return
    // Insert at the cursor, or at its last position.
    const area = document.getElementById(idOf(target))
    const was = texts[target]
    const [start, end] =
      area instanceof HTMLTextAreaElement || area instanceof HTMLInputElement
        ? [area.selectionStart ?? was.length, area.selectionEnd ?? was.length]
        : [was.length, was.length]
    form.set(text(target), `${was.slice(0, start)}{{ ${name} }}${was.slice(end)}`)
  }
  const take = (words: EmailTexts) => {
    for (const field of [...fillable, 'buttonText'] as const) form.set(text(field), words[field])
  }
  const fields = template === 'discountReview' ? [...mergeFields, ...discountFields] : mergeFields
  const locked = readOnly || form.lockOf(text('content')) !== null
  const placeholder = t`Default text`
  return (
    <LockedSection feature={form.lockOf(template)}>
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="400">
            <Select
              label={t`Language`}
              options={[...languages]}
              value={locale}
              onChange={(value) => setLocale(value as Locale)}
            />
            <LockedSection feature={form.lockOf(text('content'))}>
              <BlockStack gap="400">
                <div
                  onFocus={({ target: { id } }) =>
                    setTarget((before) => fillable.find((field) => idOf(field) === id) ?? before)
                  }
                >
                  <BlockStack gap="400">
                    <SettingText
                      form={form}
                      id={idOf('subject')}
                      name={text('subject')}
                      label={t`Subject`}
                      placeholder={placeholder}
                    />
                    <SettingText
                      form={form}
                      id={idOf('preheader')}
                      name={text('preheader')}
                      label={t`Preview text`}
                      placeholder={placeholder}
                    />
                    <SettingText
                      form={form}
                      id={idOf('content')}
                      name={text('content')}
                      label={t`Text`}
                      multiline={6}
                      placeholder={placeholder}
                    />
                  </BlockStack>
                </div>
                <Select
                  label={t`Insert a merge field`}
                  helpText={t`It goes where the cursor is: in the subject, the preview text or the text.`}
                  value=""
                  onChange={insert}
                  disabled={locked}
                  options={[
                    { value: '', label: '' },
                    ...fields.map((field) => ({ value: field, label: `{{ ${field} }}` })),
                  ]}
                />
                <SettingText form={form} name={text('buttonText')} label={t`Button text`} placeholder={placeholder} />
                <OwnWords type={findTemplateType(template)} locale={locale} disabled={locked} onUse={take} />
              </BlockStack>
            </LockedSection>
          </BlockStack>
        </Card>
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
        <BlockList form={form} name={own('blocks')} />
        <Card>
          <BlockStack gap="400">
            <SettingColour form={form} name={own('buttonColour')} label={t`Button color`} />
            <SettingColour form={form} name={own('buttonTextColour')} label={t`Button text color`} />
            {template === 'confirmEdit' && <DenyButton form={form as unknown as ConfirmForm} />}
            <BlockStack gap="200">
              <Text as="h2" variant="headingSm">{t`Logo`}</Text>
              <SettingPicture
                path="/emails/image"
                className="c-picture-thumb"
                label={t`Logo`}
                image={values.logo}
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
      </BlockStack>
    </LockedSection>
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
