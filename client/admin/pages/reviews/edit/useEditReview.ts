import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { EditReviewInput, useEditReviewMutation } from '../../../../__generated__/useEditReviewMutation.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import type { ReplyOutcome } from '../review/useReply.ts'

/** Saves an edit. If the review changed elsewhere, shows its current state instead of overwriting it. */
export function useEditReview() {
  const { i18n } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [commit, saving] = useCommit<useEditReviewMutation>(graphql`
    mutation useEditReviewMutation($input: EditReviewInput!) {
      editReview(input: $input) {
        __typename
        ... on EditReviewSuccess { data { id ...EditPage_review ...ReplyPage_review } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  return {
    saving,
    async save(input: EditReviewInput): Promise<ReplyOutcome> {
      const outcome = await commit({ input }, { success: formatSentence(i18n, 'saved'), quiet: true })
      if (outcome.ok) return { saved: true, stale: false, fields: {} }
      const stale = outcome.code === 'stale'
      if (stale) await revalidate()
      else if (Object.keys(outcome.fields).length === 0) toast(outcome.message, { isError: true })
      return { saved: false, stale, fields: outcome.fields }
    },
  }
}
