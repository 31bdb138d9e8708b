import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { RecordSourceSelectorProxy } from 'relay-runtime'
import { actCanBeUndone, actNeedsContent, type ReviewAct } from '../../../../../rules/review-status.ts'
import type { useActOnReviewsMutation } from '../../../../__generated__/useActOnReviewsMutation.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit, type Outcome } from '../../../shell/relay/useCommit.ts'
import { useActionResultWords } from './actionResultWords.ts'
import {
  addAuthorName,
  findInverseAct,
  readSeenVersion,
  applyOptimistically,
  toWireAct,
  type ActionRow,
  type ActionWords,
} from './listActs.ts'
import { useBulk } from './useBulk.ts'
import { useFreshReview } from './useFreshReview.ts'

/** Whether the server accepted the action, and the rows for a retry: a row that changed elsewhere is reloaded. */
interface ActionOutcome {
  done: boolean
  rows: readonly ActionRow[]
}

type ApplyAction = (act: ReviewAct, rows: readonly ActionRow[], words?: ActionWords) => Promise<ActionOutcome>

const mutation = graphql`
  mutation useActOnReviewsMutation($input: ActOnReviewsInput!) {
    actOnReviews(input: $input) {
      __typename
      ... on ActOnReviewsSuccess { data { changedIds skippedIds reviews { id version ...ReviewRow_review ...listActs_review } } }
      ... on Refusal { code message params }
    }
  }
`

/**
 * Applies an action to reviews of the page. Shows the result optimistically where safe, then a toast with undo. Reloads
 * the list and its counts. A single row that changed elsewhere is not changed, only reloaded.
 */
export function useActOnReviews(): ApplyAction {
  const { t } = useLingui()
  const toast = useToast()
  const say = useActionResultWords()
  const sayWhyNot = useRefusalWords()
  const bulk = useBulk()
  const fresh = useFreshReview()
  const [commit] = useCommit<useActOnReviewsMutation>(mutation)
  const { revalidate } = useRevalidator()
  const run = async (
    act: ReviewAct,
    rows: readonly ActionRow[],
    { words, offerUndo = true }: { words?: ActionWords | undefined; offerUndo?: boolean } = {},
  ): Promise<ActionOutcome> => {
    const ids = rows.map(({ id }) => id)
    const optimisticUpdater = (store: RecordSourceSelectorProxy<useActOnReviewsMutation['response']>) =>
      applyOptimistically(store, act, rows)
    if (offerUndo && wantsRun(act, rows) && (await bulk.small(act, rows, words))) return { done: true, rows }
    const outcome = await commit(
      { input: { ids, act: toWireAct(act), content: null, ...words, version: readSeenVersion(rows) } },
      { quiet: true, optimisticUpdater },
    )
    if (outcome.ok) {
      const { changedIds = [], skippedIds = [], reviews = [] } = outcome.data.actOnReviews.data ?? {}
      const changed = rows.filter(({ id }) => changedIds.includes(id))
      const back = offerUndo && changed.length > 0 ? findInverseAct(act, changed) : null
      // Undo from the versions after this action, so that later changes stay.
      const after = changed.map((row) => ({
        ...row,
        version: reviews.find(({ id }) => id === row.id)?.version ?? row.version,
      }))
      const undo = back && { label: t`Undo`, run: () => void run(back, after, { offerUndo: false }) }
      toast(addAuthorName(rows, say(act, changedIds.length, skippedIds.length)), undo ? { action: undo } : {})
    } else if (outcome.code === 'stale') return showFresh(rows)
    else toast(sayWhyNot(act, outcome), { isError: true })
    await revalidate()
    return { done: outcome.ok, rows }
  }
  const showFresh = async (rows: readonly ActionRow[]): Promise<ActionOutcome> => {
    const now = await Promise.all(rows.map(async (row) => (await fresh(row.id)) ?? row))
    toast(t`This review has changed since you loaded the list. It’s up to date now; try again.`, { isError: true })
    void revalidate()
    return { done: false, rows: now }
  }
  return (act, rows, words) => run(act, rows, { words })
}

/**
 * Returns whether a bulk action is needed for an exact undo: for several reviews, and for hiding a pending review. Only
 * its undo can make a review pending again. Actions that write or edit a reply don't use one.
 */
function wantsRun(act: ReviewAct, rows: readonly ActionRow[]): boolean {
  if (rows.length > 1) return actCanBeUndone(act) && !actNeedsContent(act)
  return act === 'unpublish' && !findInverseAct(act, rows)
}

/** Returns the error text of a failed action (spec 8: 'We couldn’t republish this review'). */
function useRefusalWords() {
  const { i18n } = useLingui()
  return (act: ReviewAct, outcome: Outcome<unknown> & { ok: false }): string => {
    if (act === 'publish' && outcome.code === 'unexpected') return formatSentence(i18n, 'republishFailed')
    return Object.values(outcome.fields)[0] ?? outcome.message
  }
}
