import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Spinner, Text, TextField } from '@shopify/polaris'
import { useState, type SyntheticEvent } from 'react'
import { isEmail } from '../../../../../rules/validation.ts'
import { Part } from '../../../shell/Part.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { CustomerFound } from './CustomerFound.tsx'

/** Looks up what the shop stores about one email address. */
export function CustomerLookup({ onAsked }: { onAsked: () => void }) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [shown, setShown] = useState<{ email: string; attempt: number } | null>(null)
  const lookUp = (event: SyntheticEvent) => {
    event.preventDefault()
    const email = typed.trim().toLowerCase()
    const isKnown = isEmail(email)
    setError(isKnown ? null : formatSentence(i18n, 'invalidEmail'))
    setShown(isKnown ? { email, attempt: (shown?.attempt ?? 0) + 1 } : null)
  }
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">{t`Look up a customer`}</Text>
          <p className="c-quiet">
            <Trans>See, export or erase what Candor stores about one email address.</Trans>
          </p>
        </BlockStack>
        <form noValidate onSubmit={lookUp}>
          <TextField
            label={t`Customer’s email`}
            type="email"
            inputMode="email"
            autoComplete="off"
            value={typed}
            onChange={setTyped}
            {...(error !== null && { error })}
            connectedRight={<Button submit variant="primary" disabled={typed.trim() === ''}>{t`Look up`}</Button>}
          />
        </form>
        {shown && (
          <Part key={shown.attempt} waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
            <CustomerFound
              email={shown.email}
              onAsked={onAsked}
              onErased={() => {
                setShown(null)
                setTyped('')
              }}
            />
          </Part>
        )}
      </BlockStack>
    </Card>
  )
}
