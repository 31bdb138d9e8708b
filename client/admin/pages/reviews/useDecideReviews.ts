import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import type { MutationParameters, RecordSourceSelectorProxy } from 'relay-runtime'
import type { decideReviewsDeleteMutation } from '../../../__generated__/decideReviewsDeleteMutation.graphql.ts'
import type { decideReviewsPublishMutation } from '../../../__generated__/decideReviewsPublishMutation.graphql.ts'
import type { decideReviewsRestoreMutation } from '../../../__generated__/decideReviewsRestoreMutation.graphql.ts'
import type { decideReviewsTrashMutation } from '../../../__generated__/decideReviewsTrashMutation.graphql.ts'
import type { decideReviewsUnpublishMutation } from '../../../__generated__/decideReviewsUnpublishMutation.graphql.ts'
import { useToast } from '../../shell/toasts.tsx'
import { useCommit, type Outcome } from '../../shell/useCommit.ts'
import { deleteDocument, publishDocument, restoreDocument, trashDocument, unpublishDocument } from './decideReviews.ts'

export type Decision = 'publish' | 'unpublish' | 'trash' | 'restore' | 'delete'

interface Row {
  id: string
  status: string
}

/** The status a review has at once on the screen, before the server has answered. */
const statusAfter: Partial<Record<Decision, string>> = { publish: 'PUBLISHED', unpublish: 'HIDDEN' }

/**
 * Decides about reviews: shows it at once where that is safe, says what happened, offers the way back where there is an exact one,
 * and asks for the list again, whose rows and counts have changed.
 */
export function useDecideReviews(): (decision: Decision, rows: readonly Row[]) => Promise<void> {
  const toast = useToast()
  const commits = useCommits()
  const say = useOutcomeWords()
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const run = async (decision: Decision, rows: readonly Row[], offerUndo = true): Promise<void> => {
    const outcome = await commits[decision](rows.map(({ id }) => id))
    if (!outcome.ok) return
    const { changed, skipped } = readChange(outcome.data)
    const before = rows.filter(({ id }) => changed.includes(id))
    const back = offerUndo ? undoOf(decision, before) : null
    const action = back && { label: t`Undo`, run: () => void Promise.all(back.map((step) => run(step.decision, step.rows, false))) }
    toast(say(decision, changed.length, skipped.length), action ? { action } : {})
    await revalidate()
  }
  return run
}

/** The acts that put everything back exactly as it was; null when there are none (a pending review cannot be made pending again). */
export function undoOf(decision: Decision, before: readonly Row[]): { decision: Decision, rows: readonly Row[] }[] | null {
  const all = (status: string) => before.length > 0 && before.every((row) => row.status === status)
  if (decision === 'publish' && all('HIDDEN')) return [{ decision: 'unpublish', rows: before }]
  if (decision === 'unpublish' && all('PUBLISHED')) return [{ decision: 'publish', rows: before }]
  if (decision === 'trash' && all('HIDDEN')) return [{ decision: 'restore', rows: before }]
  if (decision === 'restore') return [{ decision: 'trash', rows: before }]
  return null
}

function useCommits(): Record<Decision, (ids: readonly string[]) => Promise<Outcome<unknown>>> {
  const [publish] = useCommit<decideReviewsPublishMutation>(publishDocument)
  const [unpublish] = useCommit<decideReviewsUnpublishMutation>(unpublishDocument)
  const [trash] = useCommit<decideReviewsTrashMutation>(trashDocument)
  const [restore] = useCommit<decideReviewsRestoreMutation>(restoreDocument)
  const [remove] = useCommit<decideReviewsDeleteMutation>(deleteDocument)
  return {
    publish: (ids) => publish({ input: { ids } }, showAtOnce('publish', ids)),
    unpublish: (ids) => unpublish({ input: { ids } }, showAtOnce('unpublish', ids)),
    trash: (ids) => trash({ input: { ids } }),
    restore: (ids) => restore({ input: { ids } }),
    delete: (ids) => remove({ input: { ids } }),
  }
}

function showAtOnce(decision: Decision, ids: readonly string[]) {
  return {
    optimisticUpdater(store: RecordSourceSelectorProxy<MutationParameters['response']>) {
      for (const id of ids) store.get(id)?.setValue(statusAfter[decision], 'status')
    },
  }
}

function readChange(data: unknown): { changed: readonly string[], skipped: readonly string[] } {
  const [result] = Object.values(data as Record<string, { data?: { changedIds: readonly string[], skippedIds: readonly string[] } }>)
  return { changed: result?.data?.changedIds ?? [], skipped: result?.data?.skippedIds ?? [] }
}

function useOutcomeWords(): (decision: Decision, changed: number, skipped: number) => string {
  const { t } = useLingui()
  return (decision, changed, skipped) => {
    const done = {
      publish: t`${plural(changed, { one: '# review published', other: '# reviews published' })}`,
      unpublish: t`${plural(changed, { one: '# review hidden', other: '# reviews hidden' })}`,
      trash: t`${plural(changed, { one: '# review moved to the trash', other: '# reviews moved to the trash' })}`,
      restore: t`${plural(changed, { one: '# review restored, hidden for now', other: '# reviews restored, hidden for now' })}`,
      delete: t`${plural(changed, { one: '# review deleted', other: '# reviews deleted' })}`,
    }[decision]
    return skipped === 0 ? done : t`${done}. ${plural(skipped, { one: '# was left as it was', other: '# were left as they were' })}.`
  }
}
