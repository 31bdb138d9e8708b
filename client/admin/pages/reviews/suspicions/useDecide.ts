import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import type { useDecideActMutation } from '../../../../__generated__/useDecideActMutation.graphql.ts'
import type { useDecideCompareMutation } from '../../../../__generated__/useDecideCompareMutation.graphql.ts'
import type { useDecideFineMutation } from '../../../../__generated__/useDecideFineMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useToast } from '../../../shell/toasts.tsx'
import type { GivenRefusal } from '../review/RefusalDialog.tsx'
import { useActionDoneWords } from '../review/reviewPageActs.ts'

export type Decision = 'PUBLISH' | 'HIDE' | 'TRASH' | 'FINE'
export interface Suspicious {
  readonly id: string
  readonly status: string
  readonly needsReason: boolean
}

/** Returns the function that decides about a review of the queue; it answers whether the server accepted. */
export function useDecide(onDone: (id: string) => void) {
  const { t } = useLingui()
  const toast = useToast()
  const said = useActionDoneWords()
  const [act, acting] = useCommit<useDecideActMutation>(graphql`
    mutation useDecideActMutation($input: ActOnReviewsInput!) {
      actOnReviews(input: $input) {
        __typename
        ... on ActOnReviewsSuccess { data { reviews { id status suspicion { id } } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const [dismiss, dismissing] = useCommit<useDecideFineMutation>(graphql`
    mutation useDecideFineMutation($input: DismissSuspicionInput!) {
      dismissSuspicion(input: $input) {
        __typename
        ... on DismissSuspicionSuccess { data { id suspicion { id } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const decide = async (id: string, decision: Decision, refusal?: GivenRefusal): Promise<boolean> => {
    const name = decision === 'HIDE' ? 'UNPUBLISH' : decision === 'TRASH' ? 'TRASH' : 'PUBLISH'
    const outcome =
      decision === 'FINE'
        ? await dismiss({ input: { id } })
        : await act({ input: { ids: [id], act: name, ...refusal } })
    if (!outcome.ok) return false
    toast(decision === 'FINE' ? t`Marked as fine` : said(name))
    onDone(id)
    return true
  }
  return { decide, busy: acting || dismissing }
}

/** Returns the function that has older reviews compared, and whether it is being asked. */
export function useCompareOlder(): [run: () => Promise<void>, busy: boolean] {
  const { t } = useLingui()
  const toast = useToast()
  const [commit, busy] = useCommit<useDecideCompareMutation>(graphql`
    mutation useDecideCompareMutation($input: CompareOlderReviewsInput!) {
      compareOlderReviews(input: $input) {
        __typename
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const run = async () => {
    const outcome = await commit({ input: { confirm: true } })
    if (outcome.ok) toast(t`We’re comparing your newest 20,000 reviews. Reload this page in a minute.`)
  }
  return [run, busy]
}
