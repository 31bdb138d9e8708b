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
import { EmailFrame } from './EmailPreview.tsx'

const typingMs = 400

interface Props {
  type: EmailTemplateType
  values: object
  languages: readonly { value: Locale, label: string }[]
  dirty: boolean
  /** Where the last test went. */
  sentTo: string
}

/** The email as it is being edited, and a test of what is saved. */
export function LivePreview({ type, values, languages, dirty, sentTo }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [isPhone, setPhone] = useState(false)
  const [locale, setLocale] = useState<string>(languages[0]?.value ?? 'en')
  const [products, setProducts] = useState('1')
  const [isDark, setDark] = useState(false)
  const [to, setTo] = useState(sentTo)
  const [error, setError] = useState('')
  const json = useSettled(JSON.stringify(toGraphql(EMAIL_TEMPLATES.shape, values)))
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
    const outcome = await send({ input: { type, to } }, { success: t`Test email sent.` })
    setError(outcome.ok ? '' : outcome.fields['to'] ?? '')
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
          <Select label={t`Language of the preview`} labelHidden options={[...languages]} value={locale} onChange={setLocale} />
          <Select label={t`Products in the preview`} labelHidden options={[{ value: '1', label: t`One product` }, { value: '3', label: t`Three products` }]} value={products} onChange={setProducts} />
        </InlineStack>
        <EmailFrame type={type} locale={locale} products={Number(products)} draft={JSON.parse(json) as object} dark={isDark} {...(isPhone ? { width: 375 } : {})} />
        {!readOnly && (
          <TextField
            label={t`Send a test email to`} type="email" autoComplete="email" value={to} onChange={setTo} {...(error ? { error } : {})} {...(dirty ? { helpText: t`The test shows what is saved.` } : {})}
            connectedRight={<Button loading={sending} onClick={() => void test()}>{t`Send test`}</Button>}
          />
        )}
      </BlockStack>
    </Card>
  )
}

/** A value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
