import { plural } from '@lingui/core/macro'
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

interface ReplyState {
  /** The review already has a reply, which this edits. */
  isEdit: boolean
  /** Shoppers see the review, and so its reply. */
  isShown: boolean
  /** The reviewer's name. */
  name: string
  /** Minutes from a reply to its email. */
  mailMinutes: number
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
  const saved = useSavedWords()
  return {
    saving,
    deleting,
    save: async (input: ReplyToReviewInput, state: ReplyState) =>
      settle(await commitSave({ input }, { quiet: true }), {
        success: saved(input, state),
        failure: 'sendReplyFailed',
      }),
    remove: async (input: { id: string; version: number }) =>
      settle(await commitDelete({ input }, { quiet: true }), {
        success: t`Reply deleted`,
        failure: 'deleteReplyFailed',
      }),
  }
}

/** Says what saving a reply did, and when its email leaves. */
function useSavedWords(): (input: ReplyToReviewInput, state: ReplyState) => string {
  const { t } = useLingui()
  return ({ sendMail }, { isEdit, isShown, name, mailMinutes }) => {
    const done = isEdit
      ? t`Reply edited.`
      : isShown
        ? t`Reply saved.`
        : t`Reply saved. It appears when the review is published.`
    if (!sendMail) return done
    const mail =
      mailMinutes === 0
        ? t`We’ll email ${name} now.`
        : mailMinutes < 60
          ? t`${plural(mailMinutes, { one: `We’ll email ${name} in about # minute.`, other: `We’ll email ${name} in about # minutes.` })}`
          : t`We’ll email ${name} after the delay you set.`
    return `${done} ${mail}`
  }
}
