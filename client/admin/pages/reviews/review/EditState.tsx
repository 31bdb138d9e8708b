import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditState_review$data, EditState_review$key } from '../../../../__generated__/EditState_review.graphql.ts'
import { useGo } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { RevertDialog } from './RevertDialog.tsx'
import { useActionStates } from './useActionStates.ts'
import { useReviewAct } from './useReviewAct.ts'

/** Says whether a review can be edited, why not, and what the merchant can do (spec 4). */
export function EditState({ review: key, onEditPage = false }: { review: EditState_review$key; onEditPage?: boolean }) {
  const { t } = useLingui()
  const go = useGo()
  const readOnly = useReadOnly()
  const review = useFragment(
    graphql`
    fragment EditState_review on Review {
      id version status origin edited editRequest editRequestedAt editRequestExpiresAt
      ...useActionStates_review
    }
  `,
    key,
  )
  const stateOf = useActionStates(review)
  const { act, busy } = useReviewAct(review)
  const [reverting, setReverting] = useState(false)
  const edit = stateOf('edit')
  const request = stateOf('requestEdit')
  const lock = !edit.allowed && !request.allowed && request.code !== edit.code ? request.reason : null
  const waits = review.editRequest === 'UNCONFIRMED'
  const toEdit = edit.allowed
    ? t`Edit review`
    : waits
      ? t`View edit request`
      : request.allowed
        ? t`Request an edit`
        : null
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">{t`Editing`}</Text>
        <Explained review={review} code={edit.code} />
        {lock && <p className="c-quiet">{lock}</p>}
        {!readOnly && (
          <BlockStack gap="200" inlineAlign="start">
            {toEdit && !onEditPage && (
              <Button onClick={() => go(`/reviews/edit/${encodeURIComponent(review.id)}`)}>{toEdit}</Button>
            )}
            {stateOf('revert').allowed && (
              <Button variant="plain" disabled={busy} onClick={() => setReverting(true)}>{t`Restore original`}</Button>
            )}
          </BlockStack>
        )}
      </BlockStack>
      <RevertDialog
        open={reverting}
        busy={busy}
        onClose={() => setReverting(false)}
        revert={async () => {
          await act('REVERT')
          setReverting(false)
        }}
      />
    </Card>
  )
}

function Explained({ review, code }: { review: EditState_review$data; code: string | null }) {
  const format = useFormat()
  const day = (moment: string | null | undefined) => (moment ? format.date(moment, { dateStyle: 'long' }) : '')
  const [since, until] = [day(review.editRequestedAt), day(review.editRequestExpiresAt)]
  if (review.status === 'DELETED')
    return (
      <p>
        <Trans>This review is in the trash. Restore it to edit it.</Trans>
      </p>
    )
  if (code === 'importedNotEditable')
    return (
      <p>
        <Trans>Imported reviews can’t be edited. You can reply to this review or hide it.</Trans>
      </p>
    )
  if (review.origin === 'ADMIN')
    return (
      <p>
        <Trans>You added this review, so you can edit it anytime.</Trans>
      </p>
    )
  if (review.editRequest === 'UNCONFIRMED')
    return (
      <p>
        <Trans>
          Waiting for the customer’s approval since {since}. The request expires on {until}.
        </Trans>
      </p>
    )
  if (review.editRequest === 'DENIED')
    return (
      <p>
        <Trans>The customer declined your change. You can send a new request.</Trans>
      </p>
    )
  if (review.editRequest === 'CONFIRMED')
    return (
      <p>
        <Trans>The customer approved your change. Any other change needs a new request.</Trans>
      </p>
    )
  return (
    <p>
      <Trans>Changes to this review need the customer’s approval. Write the change and send it to them.</Trans>
    </p>
  )
}
