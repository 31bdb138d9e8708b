import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { useReportsDismissMutation } from '../../../../__generated__/useReportsDismissMutation.graphql.ts'
import type { useReportsHideMutation } from '../../../../__generated__/useReportsHideMutation.graphql.ts'
import type { useReportsKeepMutation } from '../../../../__generated__/useReportsKeepMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import type { GivenRefusal } from './RefusalDialog.tsx'
import { useToast } from '../../../shell/toasts.tsx'

const keepMutation = graphql`
  mutation useReportsKeepMutation($input: ReviewIdInput!) {
    keepReportedReview(input: $input) {
      __typename
      ... on KeepReportedReviewSuccess { data { ...ReplyPage_review } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

const hideMutation = graphql`
  mutation useReportsHideMutation($input: ReviewIdInput!, $refusal: RefusalInput) {
    hideReportedReview(input: $input, refusal: $refusal) {
      __typename
      ... on HideReportedReviewSuccess { data { ...ReplyPage_review } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

const dismissMutation = graphql`
  mutation useReportsDismissMutation($input: DismissReportInput!) {
    dismissReport(input: $input) {
      __typename
      ... on DismissReportSuccess { data { ...ReplyPage_review } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Applies the merchant's decisions about reports. If the review changed elsewhere, shows its current state. */
export function useReports({ id, version }: { id: string; version: number }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [keep, keeping] = useCommit<useReportsKeepMutation>(keepMutation)
  const [hide, hiding] = useCommit<useReportsHideMutation>(hideMutation)
  const [dismiss, dismissing] = useCommit<useReportsDismissMutation>(dismissMutation)
  const reportOutcome = async (outcome: Promise<{ ok: boolean; code?: string | null }>, said: string) => {
    const { ok, code } = await outcome
    if (ok) toast(said)
    else if (code === 'stale') await revalidate()
    return ok
  }
  return {
    keep: () => void reportOutcome(keep({ input: { id } }), t`Review kept`),
    hide: (refusal?: GivenRefusal) =>
      reportOutcome(hide({ input: { id, version }, refusal: refusal ?? null }), t`Review hidden`),
    dismiss: (reportId: string) => void reportOutcome(dismiss({ input: { id: reportId } }), t`Report dismissed`),
    busy: keeping || hiding || dismissing,
  }
}
