import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { ReplyToReviewInput, useReplyMutation } from '../../../../__generated__/useReplyMutation.graphql.ts'
import type { useReplyDeleteMutation } from '../../../../__generated__/useReplyDeleteMutation.graphql.ts'
import type { MessageCode } from '../../../../../rules/messages.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit, type FieldErrors, type Outcome } from '../../../shell/relay/useCommit.ts'

export interface ReplyOutcome {
  saved: boolean
  /** The review changed elsewhere, and the page now shows its current state. */
  stale: boolean
  fields: FieldErrors
}

/** Writes, edits and deletes a review's reply, and shows the messages of spec 8. */
export function useReply() {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [commitSave, saving] = useCommit<useReplyMutation>(graphql`
    mutation useReplyMutation($input: ReplyToReviewInput!) {
      replyToReview(input: $input) {
        __typename
        ... on ReplyToReviewSuccess { data { id ...ReplyPage_review ...EditPage_review } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const [commitDelete, deleting] = useCommit<useReplyDeleteMutation>(graphql`
    mutation useReplyDeleteMutation($input: ReviewIdInput!) {
      deleteReply(input: $input) {
        __typename
        ... on DeleteReplySuccess { data { id ...ReplyPage_review ...EditPage_review } }
        ... on Refusal { code message params }
      }
    }
  `)
  const settle = async (
    outcome: Outcome<unknown>,
    { success, failure }: { success: string; failure: MessageCode },
  ): Promise<ReplyOutcome> => {
    if (outcome.ok) {
      toast(success)
      return { saved: true, stale: false, fields: {} }
    }
    const stale = outcome.code === 'stale'
    if (stale) await revalidate()
    // An error without a reason uses the specification's text.
    else if (Object.keys(outcome.fields).length === 0)
      toast(outcome.code === 'unexpected' ? formatSentence(i18n, failure) : outcome.message, { isError: true })
    return { saved: false, stale, fields: outcome.fields }
  }
  const saved = ({ sendMail }: ReplyToReviewInput, there: boolean): string => {
    if (there) return sendMail ? t`Reply edited and emailed` : t`Reply edited`
    return sendMail ? t`Reply saved. We’ll email the reviewer shortly.` : t`Reply published`
  }
  return {
    saving,
    deleting,
    /** `there`: the review already has a reply, which this edits. */
    save: async (input: ReplyToReviewInput, there: boolean) =>
      settle(await commitSave({ input }, { quiet: true }), {
        success: saved(input, there),
        failure: 'sendReplyFailed',
      }),
    remove: async (input: { id: string; version: number }) =>
      settle(await commitDelete({ input }, { quiet: true }), {
        success: t`Reply deleted`,
        failure: 'deleteReplyFailed',
      }),
  }
}
