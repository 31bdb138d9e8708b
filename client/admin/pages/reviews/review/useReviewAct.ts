import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { useReviewActMutation } from '../../../../__generated__/useReviewActMutation.graphql.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import type { GivenRefusal } from './RefusalDialog.tsx'
import { useActionDoneWords, type ReviewPageAct } from './reviewPageActs.ts'

interface Reviewed {
  id: string
  version: number
  status: string
}

/** Returns the action that reverses another exactly; null if there is none. */
function undoOf(act: ReviewPageAct, status: string): ReviewPageAct | null {
  if (act === 'TRASH') return 'RESTORE'
  if (act === 'UNPUBLISH' && status === 'PUBLISHED') return 'PUBLISH'
  if (act === 'PUBLISH' && status === 'HIDDEN') return 'UNPUBLISH'
  return null
}

interface PageActions {
  /** Returns whether the server accepted the action. */
  act: (act: ReviewPageAct, given?: Partial<GivenRefusal> & { assigneeId?: string | null }) => Promise<boolean>
  busy: boolean
}

/**
 * Applies an action to the page's review and shows the result, with undo where it is exact. If the review changed
 * elsewhere, nothing is done: the page says so and shows the current state.
 */
export function useReviewAct({ id, version, status }: Reviewed): PageActions {
  const { t } = useLingui()
  const toast = useToast()
  const said = useActionDoneWords()
  const { revalidate } = useRevalidator()
  const [commit, busy] = useCommit<useReviewActMutation>(graphql`
    mutation useReviewActMutation($input: ActOnReviewsInput!) {
      actOnReviews(input: $input) {
        __typename
        ... on ActOnReviewsSuccess { data { reviews { id ...ReplyPage_review ...EditPage_review } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const run = async (act: ReviewPageAct, seen: number | null, given?: object): Promise<boolean> => {
    const outcome = await commit({ input: { ids: [id], act, version: seen, ...given } })
    if (!outcome.ok) {
      if (outcome.code === 'stale') await revalidate()
      return false
    }
    const back = seen === null ? null : undoOf(act, status)
    toast(said(act), back ? { action: { label: t`Undo`, run: () => void run(back, null) } } : {})
    return true
  }
  return { act: (act, given) => run(act, version, given), busy }
}
