import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ButtonGroup } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { CustomerActsEraseMutation } from '../../../../__generated__/CustomerActsEraseMutation.graphql.ts'
import type { CustomerActsExportMutation } from '../../../../__generated__/CustomerActsExportMutation.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'

interface Props {
  email: string
  /** There is nothing to export. Uploaded files may still name the address. */
  isEmpty: boolean
  /** A request was started; the history shows it. */
  onAsked: () => void
  onErased: () => void
}

/** Exports and erases a customer's data. */
export function CustomerActs({ email, isEmpty, onAsked, onErased }: Props) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const [exportData, exporting] = useCommit<CustomerActsExportMutation>(graphql`
    mutation CustomerActsExportMutation($input: CustomerDataInput!) {
      exportCustomerData(input: $input) {
        __typename
        ... on ExportCustomerDataSuccess { data { id status } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const [eraseData, erasing] = useCommit<CustomerActsEraseMutation>(graphql`
    mutation CustomerActsEraseMutation($input: CustomerDataInput!) {
      eraseCustomerData(input: $input) {
        __typename
        ... on EraseCustomerDataSuccess { data { id status } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const runExport = async () => {
    const success = t`We’re preparing the file. You find it in the list below.`
    if ((await exportData({ input: { email } }, { fieldless: true, success })).ok) onAsked()
  }
  const runErasure = async () => {
    const success = t`We’re erasing the data of ${email}.`
    const { ok } = await eraseData({ input: { email } }, { fieldless: true, success })
    setAsking(false)
    if (!ok) return
    onAsked()
    onErased()
  }
  return (
    <>
      <ButtonGroup>
        {!isEmpty && <Button loading={exporting} onClick={() => void runExport()}>{t`Export data`}</Button>}
        <Button tone="critical" onClick={() => setAsking(true)}>{t`Erase data`}</Button>
      </ButtonGroup>
      <EraseDialog
        email={email}
        open={asking}
        busy={erasing}
        onClose={() => setAsking(false)}
        run={() => void runErasure()}
      />
    </>
  )
}

interface EraseDialogProps {
  email: string
  open: boolean
  busy: boolean
  onClose: () => void
  run: () => void
}

function EraseDialog({ email, open, busy, onClose, run }: EraseDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      title={t`Erase this customer’s data?`}
      primary={{ label: t`Erase data`, destructive: true, busy, run }}
      onClose={onClose}
    >
      <BlockStack gap="200">
        <p>
          <Trans>
            Candor erases the name, place, photos, videos and email choices of {email}, and cancels emails that wait.
            Their reviews stay as anonymous texts. You can’t undo this.
          </Trans>
        </p>
        <p className="c-quiet">
          <Trans>Shopify keeps its own data. Erase it on the customer’s page in Shopify, too.</Trans>
        </p>
      </BlockStack>
    </Dialog>
  )
}
