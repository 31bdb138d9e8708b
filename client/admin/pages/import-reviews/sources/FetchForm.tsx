import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Form } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'

interface Props {
  title: string
  lead?: ReactNode
  /** Shown next to the button. */
  note: string
  busy: boolean
  submit: () => Promise<void>
  children: ReactNode
}

/** A card with a form that fetches reviews from a source. */
export function FetchForm({ title, lead, note, busy, submit, children }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="import-fetch">
        <h2 id="import-fetch">{title}</h2>
        {lead}
        <Form noValidate onSubmit={() => void (!busy && !readOnly && submit())}>
          <BlockStack gap="400">
            {children}
            <div className="c-start-foot">
              <p role="status">{note}</p>
              {!readOnly && <Button submit variant="primary" loading={busy}>{t`Fetch reviews`}</Button>}
            </div>
          </BlockStack>
        </Form>
      </section>
    </Card>
  )
}
