import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Text, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { maxReplyChars } from '../../../../rules/limits.ts'
import type { ReplyForm_review$key } from '../../../__generated__/ReplyForm_review.graphql.ts'
import type { ReplyFormDeleteMutation } from '../../../__generated__/ReplyFormDeleteMutation.graphql.ts'
import type { ReplyFormSaveMutation } from '../../../__generated__/ReplyFormSaveMutation.graphql.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { LeavePrompt } from '../../shell/SaveBar.tsx'
import { sentenceIn } from '../../shell/sentences.ts'
import { useCommit } from '../../shell/useCommit.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { PlanGate } from '../../ui/PlanGate.tsx'
import { useFormat } from '../../shell/useFormat.ts'

/** The public reply below a review: written, changed or taken away. */
export function ReplyForm({ review: key }: { review: ReplyForm_review$key }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const review = useFragment(graphql`
    fragment ReplyForm_review on Review { id email reply { content createdAt } }
  `, key)
  const stored = review.reply?.content ?? ''
  const [content, setContent] = useState(stored)
  const [error, setError] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const { save, saving, remove, deleting } = useReplyMutations(review.id)
  const dirty = content !== stored
  const repliedOn = review.reply && format.date(review.reply.createdAt, { dateStyle: 'long' })
  const submit = async () => {
    const text = content.trim()
    setContent(text)
    setError(text === '' ? sentenceIn(i18n, 'replyRequired') : await save(text))
  }
  const change = (text: string) => {
    setContent(text)
    setError(null)
  }
  const reallyRemove = async () => {
    if (await remove()) setContent('')
    setRemoving(false)
  }
  return (
    <Card>
      <LeavePrompt dirty={dirty && !saving} />
      <BlockStack gap="400">
        <PlanGate feature="replies">
          {(locked) => (
            <BlockStack gap="400">
              <TextField
                label={t`Your public reply`}
                value={content}
                onChange={change}
                multiline={5}
                maxHeight={360}
                maxLength={maxReplyChars}
                showCharacterCount
                autoComplete="off"
                disabled={locked || readOnly}
                helpText={review.email ? t`Shown below the review on your store. The author gets it by mail.` : t`Shown below the review on your store.`}
                {...(error ? { error } : {})}
              />
              {!readOnly && (
                <InlineStack gap="200" align="end">
                  {review.reply && <Button tone="critical" variant="tertiary" disabled={locked || saving} onClick={() => setRemoving(true)}>{t`Delete reply`}</Button>}
                  <Button variant="primary" disabled={locked || (stored !== '' && !dirty)} loading={saving} onClick={() => void submit()}>{stored === '' ? t`Publish reply` : t`Save reply`}</Button>
                </InlineStack>
              )}
            </BlockStack>
          )}
        </PlanGate>
        {repliedOn && <Text as="p" tone="subdued"><Trans>Replied on {repliedOn}</Trans></Text>}
      </BlockStack>
      <Dialog open={removing} title={t`Delete the reply?`} primary={{ label: t`Delete reply`, destructive: true, busy: deleting, run: () => void reallyRemove() }} onClose={() => setRemoving(false)}>
        <Trans>It disappears from your store. The review stays.</Trans>
      </Dialog>
    </Card>
  )
}

function useReplyMutations(id: string) {
  const { t } = useLingui()
  const [commitSave, saving] = useCommit<ReplyFormSaveMutation>(graphql`
    mutation ReplyFormSaveMutation($input: ReplyToReviewInput!) {
      replyToReview(input: $input) {
        __typename
        ... on ReplyToReviewSuccess { data { ...ReplyForm_review ...ReviewRow_review } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const [commitDelete, deleting] = useCommit<ReplyFormDeleteMutation>(graphql`
    mutation ReplyFormDeleteMutation($input: ReviewIdInput!) {
      deleteReply(input: $input) {
        __typename
        ... on DeleteReplySuccess { data { ...ReplyForm_review ...ReviewRow_review } }
        ... on Refusal { code message params }
      }
    }
  `)
  return {
    saving,
    deleting,
    /** The refusal of the text, or null. */
    async save(content: string): Promise<string | null> {
      const outcome = await commitSave({ input: { id, content } }, { success: t`Reply published` })
      return outcome.ok ? null : outcome.fields['content'] ?? null
    },
    async remove(): Promise<boolean> {
      const outcome = await commitDelete({ input: { id } }, { success: t`Reply deleted` })
      return outcome.ok
    },
  }
}
