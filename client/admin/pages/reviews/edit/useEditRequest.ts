import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type {
  RequestReviewEditInput,
  useEditRequestMutation,
} from '../../../../__generated__/useEditRequestMutation.graphql.ts'
import type { useEditRequestWithdrawMutation } from '../../../../__generated__/useEditRequestWithdrawMutation.graphql.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit, type Outcome } from '../../../shell/relay/useCommit.ts'
import type { ReplyOutcome } from '../review/useReply.ts'

/** Sends an edit to the customer for approval, and withdraws it. */
export function useEditRequest() {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [commitRequest, sending] = useCommit<useEditRequestMutation>(graphql`
    mutation useEditRequestMutation($input: RequestReviewEditInput!) {
      requestReviewEdit(input: $input) {
        __typename
        ... on RequestReviewEditSuccess { data { id ...EditPage_review ...ReplyPage_review } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const [commitWithdrawal, withdrawing] = useCommit<useEditRequestWithdrawMutation>(graphql`
    mutation useEditRequestWithdrawMutation($input: ReviewIdInput!) {
      withdrawReviewEditRequest(input: $input) {
        __typename
        ... on WithdrawReviewEditRequestSuccess { data { id ...EditPage_review ...ReplyPage_review } }
        ... on Refusal { code message params }
      }
    }
  `)
  const settle = async (outcome: Outcome<unknown>, success: string): Promise<ReplyOutcome> => {
    if (outcome.ok) {
      toast(success)
      return { saved: true, stale: false, fields: {} }
    }
    const stale = outcome.code === 'stale'
    if (stale) await revalidate()
    else if (Object.keys(outcome.fields).length === 0) toast(outcome.message, { isError: true })
    return { saved: false, stale, fields: outcome.fields }
  }
  return {
    sending,
    withdrawing,
    send: async (input: RequestReviewEditInput) =>
      settle(await commitRequest({ input }, { quiet: true }), t`Edit request sent`),
    withdraw: async (input: { id: string; version: number }) => {
      const outcome = await settle(await commitWithdrawal({ input }, { quiet: true }), t`Edit request withdrawn`)
      if (outcome.stale)
        toast(t`This review has changed since you opened it. Nothing was withdrawn.`, { isError: true })
    },
  }
}
