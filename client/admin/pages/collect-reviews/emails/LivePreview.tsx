import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ButtonGroup, Card, InlineStack, Select, TextField } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { Locale } from '../../../../../rules/locales.ts'
import { EMAIL_TEMPLATES, type EmailTemplateType } from '../../../../../rules/settings/email-templates.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import type { LivePreviewTestMutation } from '../../../../__generated__/LivePreviewTestMutation.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import type { SettingsForm } from '../../../ui/settings/useSettingsForm.ts'
import { useFocusFirstError } from '../../../ui/useFocusFirstError.ts'
import { EmailFrame } from './EmailPreview.tsx'

const typingMs = 400

interface Props {
  type: EmailTemplateType
  form: Pick<SettingsForm<object>, 'values' | 'draft' | 'refuse'>
  /** The language to preview. */
  locale: Locale
  /** Address of the last test email. */
  sentTo: string
}

/** Shows the email as typed, and sends a test of it. */
export function LivePreview({ type, form, locale, sentTo }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const focusFirstError = useFocusFirstError()
  const [isPhone, setPhone] = useState(false)
  const [products, setProducts] = useState('1')
  const [isDark, setDark] = useState(false)
  const [to, setTo] = useState(sentTo)
  const [error, setError] = useState('')
  const json = useSettled(JSON.stringify(toGraphql(EMAIL_TEMPLATES.shape, form.values)))
  const [send, sending] = useCommit<LivePreviewTestMutation>(graphql`
    mutation LivePreviewTestMutation($input: SendTestEmailInput!) {
      sendTestEmail(input: $input) {
        __typename
        ... on SendTestEmailSuccess { data { message } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const test = async () => {
    const draft = form.draft()
    if (!draft) {
      focusFirstError()
      return
    }
    const outcome = await send(
      { input: { type, to, locale, products: Number(products), draft } },
      { success: t`Test email sent.` },
    )
    const { to: toError = '', ...others } = outcome.ok ? {} : outcome.fields
    setError(toError)
    form.refuse(others)
    if (!outcome.ok) focusFirstError()
  }
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200">
          <ButtonGroup variant="segmented">
            <Button pressed={!isPhone} onClick={() => setPhone(false)}>{t`Desktop`}</Button>
            <Button pressed={isPhone} onClick={() => setPhone(true)}>{t`Mobile`}</Button>
          </ButtonGroup>
          <ButtonGroup variant="segmented">
            <Button pressed={!isDark} onClick={() => setDark(false)}>{t`Light`}</Button>
            <Button pressed={isDark} onClick={() => setDark(true)}>{t`Dark`}</Button>
          </ButtonGroup>
          <Select
            label={t`Products in the preview`}
            labelHidden
            options={[
              { value: '1', label: t`One product` },
              { value: '3', label: t`Three products` },
            ]}
            value={products}
            onChange={setProducts}
          />
        </InlineStack>
        <EmailFrame
          type={type}
          locale={locale}
          products={Number(products)}
          draft={JSON.parse(json) as object}
          dark={isDark}
          {...(isPhone ? { width: 375 } : {})}
        />
        {!readOnly && (
          <TextField
            label={t`Send a test email to`}
            type="email"
            autoComplete="email"
            value={to}
            onChange={setTo}
            {...(error ? { error } : {})}
            connectedRight={<Button loading={sending} onClick={() => void test()}>{t`Send test`}</Button>}
          />
        )}
      </BlockStack>
    </Card>
  )
}

/** Debounces a value: returns it once it has stopped changing. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
