import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Form, Text, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { WishFormMutation } from '../../../__generated__/WishFormMutation.graphql.ts'
import { maxWishChars } from '../../../../rules/limits.ts'
import { useCommit } from '../../shell/relay/useCommit.ts'

const mutation = graphql`
  mutation WishFormMutation($input: SendFeatureWishInput!) {
    sendFeatureWish(input: $input) {
      __typename
      ... on SendFeatureWishSuccess { data { id } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Sends a wish to the operator. A refused text stays in the field. */
export function WishForm() {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [commit, busy] = useCommit<WishFormMutation>(mutation)
  const send = async () => {
    const outcome = await commit({ input: { text } }, { success: t`Sent. Thank you!` })
    setError(outcome.ok ? undefined : outcome.fields.text)
    if (!outcome.ok) return
    setText('')
    await revalidate()
  }
  return (
    <Card>
      <Form onSubmit={() => void send()}>
        <BlockStack gap="300">
          <Text as="h2" variant="headingSm">
            <Trans>What’s missing?</Trans>
          </Text>
          <TextField
            label={t`Your wish`}
            labelHidden
            placeholder={t`I would like to … so that …`}
            value={text}
            multiline={5}
            maxHeight={320}
            maxLength={maxWishChars}
            showCharacterCount
            autoComplete="off"
            {...(error && { error })}
            onChange={(value) => {
              setText(value)
              setError(undefined)
            }}
          />
          <div>
            <Button submit variant="primary" loading={busy} disabled={text.trim() === ''}>
              {t`Send`}
            </Button>
          </div>
        </BlockStack>
      </Form>
    </Card>
  )
}
