import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { editRequestDays } from '../../../../rules/limits.ts'
import type { EditState_review$data, EditState_review$key } from '../../../__generated__/EditState_review.graphql.ts'
import { later } from '../../shell/later.tsx'
import { useGo } from '../../shell/mode.tsx'
import { Opening } from '../../shell/Part.tsx'
import { useFormat } from '../../shell/useFormat.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { RevertDialog } from './RevertDialog.tsx'
import { useActionStates } from './useActionStates.ts'
import { useReviewAct } from './useReviewAct.ts'

const AskEditDialog = later(() => import('./AskEditDialog.tsx').then((module) => module.AskEditDialog))

/** Whether the words of a review may be changed, why not, and what to do about it (spec 4). */
export function EditState({ review: key, onEditPage = false }: { review: EditState_review$key, onEditPage?: boolean }) {
  const { t } = useLingui()
  const go = useGo()
  const readOnly = useReadOnly()
  const review = useFragment(graphql`
    fragment EditState_review on Review {
      id version status origin edited editRequest editRequestedAt editRequestExpiresAt
      ...AskEditDialog_review
      ...useActionStates_review
    }
  `, key)
  const stateOf = useActionStates(review)
  const { act, busy } = useReviewAct(review)
  const [reverting, setReverting] = useState(false)
  const [asking, setAsking] = useState(false)
  const edit = stateOf('edit')
  const request = stateOf('requestEdit')
  const lock = !edit.allowed && !request.allowed && request.code !== edit.code && request.code !== 'editRequestPending' ? request.reason : null
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">{t`Changing the words`}</Text>
        <Explained review={review} code={edit.code} />
        {lock && <p className="c-quiet">{lock}</p>}
        {!readOnly && (
          <BlockStack gap="200" inlineAlign="start">
            {edit.allowed && !onEditPage && <Button onClick={() => go(`/reviews/edit/${encodeURIComponent(review.id)}`)}>{t`Edit the words`}</Button>}
            {!edit.allowed && request.allowed && <Button disabled={busy} onClick={() => setAsking(true)}>{review.editRequest === 'DENIED' ? t`Ask once more` : t`Ask the customer for an edit`}</Button>}
            {stateOf('revert').allowed && <Button variant="plain" disabled={busy} onClick={() => setReverting(true)}>{t`Back to the original`}</Button>}
          </BlockStack>
        )}
      </BlockStack>
      {asking && <Opening onClose={() => setAsking(false)}><AskEditDialog review={review} onClose={() => setAsking(false)} /></Opening>}
      <RevertDialog open={reverting} busy={busy} onClose={() => setReverting(false)} revert={async () => { await act('REVERT'); setReverting(false) }} />
    </Card>
  )
}

function Explained({ review, code }: { review: EditState_review$data, code: string | null }) {
  const format = useFormat()
  const day = (moment: string | null | undefined) => (moment ? format.date(moment, { dateStyle: 'long' }) : '')
  const [since, until] = [day(review.editRequestedAt), day(review.editRequestExpiresAt)]
  if (review.status === 'DELETED') return <p><Trans>It is in the trash. Restore it first.</Trans></p>
  if (code === 'importedNotEditable') return <p><Trans>It was imported, and imported reviews cannot be edited: nobody could confirm the change. You can answer or hide it.</Trans></p>
  if (review.editRequest === 'UNCONFIRMED') return <p><Trans>The customer was asked on {since} and has not answered yet. The request ends on {until}.</Trans></p>
  if (review.editRequest === 'DENIED') return <p><Trans>The customer does not want it changed. You can ask once more.</Trans></p>
  if (review.origin === 'ADMIN') return <p><Trans>You wrote this review yourself, so you can change it at any time.</Trans></p>
  if (review.editRequest === 'CONFIRMED') return <p><Trans>The customer agreed. You can change title, text and pictures, never the stars. The original is kept.</Trans></p>
  return <p><Trans>These are the customer’s words: they change only when the customer agrees. We ask them by mail; a request ends after {editRequestDays} days.</Trans></p>
}
