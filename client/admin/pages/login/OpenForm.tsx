import { Banner, BlockStack, Button, FormLayout } from '@shopify/polaris'
import type { ReactNode } from 'react'

interface Props {
  refusal: string | null
  submitLabel: string
  busy: boolean
  submit: () => void
  children: ReactNode
}

/** A form of a page before the login: fields, one button, and the server's reason above them. */
export function OpenForm({ refusal, submitLabel, busy, submit, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <BlockStack gap="400">
        {refusal && <Banner tone="critical">{refusal}</Banner>}
        <FormLayout>{children}</FormLayout>
        <Button submit variant="primary" size="large" fullWidth loading={busy}>
          {submitLabel}
        </Button>
      </BlockStack>
    </form>
  )
}
