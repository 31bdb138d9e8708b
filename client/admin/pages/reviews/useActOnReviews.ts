import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { RecordSourceSelectorProxy } from 'relay-runtime'
import type { ReviewAct } from '../../../../rules/review-status.ts'
import type { useActOnReviewsMutation } from '../../../__generated__/useActOnReviewsMutation.graphql.ts'
import { sentenceIn } from '../../shell/sentences.ts'
import { useToast } from '../../shell/toasts.tsx'
import { useCommit, type Outcome } from '../../shell/useCommit.ts'
import { useActWords } from './actWords.ts'
import { oppositeOf, showAtOnce, wireAct, type ActRow } from './listActs.ts'
import { useBulk } from './useBulk.ts'

type Act = (act: ReviewAct, rows: readonly ActRow[], content?: string) => Promise<boolean>

const mutation = graphql`
  mutation useActOnReviewsMutation($input: ActOnReviewsInput!) {
    actOnReviews(input: $input) {
      __typename
      ... on ActOnReviewsSuccess { data { changedIds skippedIds reviews { ...ReviewRow_review ...listActs_review } } }
      ... on Refusal { code message params }
    }
  }
`

/**
 * Acts on reviews of the page: shows it at once where that is safe, says what happened, offers the way back, and asks for the list
 * again, whose rows and counts have changed. Answers whether the server agreed.
 */
export function useActOnReviews(): Act {
  const { t } = useLingui()
  const toast = useToast()
  const say = useActWords()
  const sayWhyNot = useRefusalWords()
  const bulk = useBulk()
  const [commit] = useCommit<useActOnReviewsMutation>(mutation)
  const { revalidate } = useRevalidator()
  const run = async (act: ReviewAct, rows: readonly ActRow[], { content, offerUndo = true }: { content?: string | undefined, offerUndo?: boolean } = {}): Promise<boolean> => {
    const ids = rows.map(({ id }) => id)
    const optimisticUpdater = (store: RecordSourceSelectorProxy<useActOnReviewsMutation['response']>) => showAtOnce(store, act, rows)
    // What is pending no more can be made pending again only from what a bulk run keeps of it.
    const losesTrack = !oppositeOf(act, rows) && (act === 'unpublish' || (act === 'publish' && rows.length > 1))
    if (offerUndo && losesTrack && await bulk.small(act, rows)) return true
    const outcome = await commit({ input: { ids, act: wireAct(act), content: content ?? null } }, { quiet: true, optimisticUpdater })
    if (outcome.ok) {
      const { changedIds = [], skippedIds = [] } = outcome.data.actOnReviews.data ?? {}
      const back = offerUndo && changedIds.length > 0 ? oppositeOf(act, rows.filter(({ id }) => changedIds.includes(id))) : null
      const undo = back && { label: t`Undo`, run: () => void run(back, rows.filter(({ id }) => changedIds.includes(id)), { offerUndo: false }) }
      toast(say(act, changedIds.length, skippedIds.length), undo ? { action: undo } : {})
    } else toast(sayWhyNot(act, outcome), { isError: true })
    await revalidate()
    return outcome.ok
  }
  return (act, rows, content) => run(act, rows, { content })
}

/** What to say when an act did not happen (spec 8: 'Failed to republish'). */
function useRefusalWords() {
  const { i18n } = useLingui()
  return (act: ReviewAct, outcome: Outcome<unknown> & { ok: false }): string => {
    if (act === 'publish' && outcome.code === 'unexpected') return sentenceIn(i18n, 'republishFailed')
    return Object.values(outcome.fields)[0] ?? outcome.message
  }
}
