import { useLingui } from '@lingui/react/macro'
import { graphql, useRelayEnvironment } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import { commitLocalUpdate, requestSubscription, type RecordProxy, type RecordSourceSelectorProxy } from 'relay-runtime'
import type { ReviewAct } from '../../../../../rules/review-status.ts'
import type { ReviewFilter } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import type {
  useBulkProgressSubscription,
  useBulkProgressSubscription$data,
} from '../../../../__generated__/useBulkProgressSubscription.graphql.ts'
import type { useBulkStartMutation } from '../../../../__generated__/useBulkStartMutation.graphql.ts'
import type { useBulkUndoMutation } from '../../../../__generated__/useBulkUndoMutation.graphql.ts'
import { formatRefusal } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useActionResultWords, useUndoWords } from './actionResultWords.ts'
import {
  addAuthorName,
  readSeenVersion,
  applyOptimistically,
  toWireAct,
  type ActionRow,
  type ActionWords,
} from './listActs.ts'

const startDocument = graphql`
  mutation useBulkStartMutation($input: StartBulkInput!) {
    startBulk(input: $input) {
      __typename
      ... on StartBulkSuccess { data { id ...BulkBanner_run } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

const undoDocument = graphql`
  mutation useBulkUndoMutation($input: UndoBulkInput!) {
    undoBulk(input: $input) {
      __typename
      ... on UndoBulkSuccess { data { id ...BulkBanner_run } }
      ... on Refusal { code message params }
    }
  }
`

/** Sends the current state at once, then after every batch until the end. */
export const bulkProgress = graphql`
  subscription useBulkProgressSubscription($bulkId: ID!) {
    bulkProgress(bulkId: $bulkId) { id status changed skipped restored kept error ...BulkBanner_run }
  }
`

const storageKey = 'candor.bulkSeen'

/** Returns the bulk action, or its end, whose banner was dismissed in this browser. */
export const readDismissedRun = (): string | null => localStorage.getItem(storageKey)
export const dismissRun = (key: string): void => localStorage.setItem(storageKey, key)
const showRunAgain = (): void => localStorage.removeItem(storageKey)

/** Runs actions in the background: on all matching reviews, or on a few that need an exact undo. */
export function useBulk() {
  const environment = useRelayEnvironment()
  const { revalidate } = useRevalidator()
  const [start] = useCommit<useBulkStartMutation>(startDocument)
  const { undo, report } = useRunReport()
  return {
    undo,
    /** Acts on all reviews that match the filter now; later ones are not included. */
    async all(act: ReviewAct, filter: ReviewFilter, words?: ActionWords): Promise<boolean> {
      const outcome = await start(
        { input: { act: toWireAct(act), filter, all: selectsEverything(filter), content: null, ...words } },
        { updater: showRun },
      )
      await revalidate()
      return outcome.ok
    },
    /** As `all`, for pages without the banner: a toast reports the end and undoes it. */
    async allWithToast(act: ReviewAct, filter: ReviewFilter): Promise<void> {
      const outcome = await start({ input: { act: toWireAct(act), filter, all: false, content: null } })
      const run = outcome.ok ? outcome.data.startBulk.data : null
      if (run) await report(act, run.id)
    },
    /** Acts on some rows, with an exact undo in the toast. Returns false if the bulk action couldn't start. */
    async small(act: ReviewAct, rows: readonly ActionRow[], words?: ActionWords): Promise<boolean> {
      commitLocalUpdate(environment, (store) => applyOptimistically(store, act, rows))
      const outcome = await start(
        { input: { act: toWireAct(act), ids: rows.map(({ id }) => id), version: readSeenVersion(rows), ...words } },
        { quiet: true },
      )
      const run = outcome.ok ? outcome.data.startBulk.data : null
      if (run) await report(act, run.id, rows)
      return run !== null
    },
  }
}

type Run = useBulkProgressSubscription$data['bulkProgress']

/** Reports a bulk action's end in a toast instead of the banner, and undoes it. */
function useRunReport() {
  const { t, i18n } = useLingui()
  const environment = useRelayEnvironment()
  const toast = useToast()
  const say = useActionResultWords()
  const sayUndone = useUndoWords()
  const { revalidate } = useRevalidator()
  const [takeBack] = useCommit<useBulkUndoMutation>(undoDocument)
  const end = (bulkId: string) =>
    new Promise<Run | null>((resolve) => {
      let last: Run | null = null
      requestSubscription<useBulkProgressSubscription>(environment, {
        subscription: bulkProgress,
        variables: { bulkId },
        onNext: (data) => {
          last = data?.bulkProgress ?? last
        },
        onCompleted: () => resolve(last),
        onError: () => resolve(null),
      })
    })
  const undo = async (id: string): Promise<boolean> => {
    const outcome = await takeBack({ input: { id } })
    await revalidate()
    return outcome.ok
  }
  const undoFew = async (id: string) => {
    if (!(await undo(id))) return
    const back = await end(id)
    if (back) toast(sayUndone(back.restored, back.kept))
    await revalidate()
  }
  const report = async (act: ReviewAct, id: string, rows: readonly ActionRow[] = []) => {
    dismissRun(id)
    const done = await end(id)
    // The connection was lost before the end, so let the banner report it.
    if (!done) showRunAgain()
    else {
      const failed = done.status === 'FAILED'
      const words = !failed
        ? addAuthorName(rows, say(act, done.changed, done.skipped))
        : done.error
          ? formatRefusal(i18n, { code: done.error })
          : t`The bulk action stopped partway. Completed changes are kept.`
      toast(words, {
        isError: failed,
        ...(done.changed > 0 && { action: { label: t`Undo`, run: () => void undoFew(id) } }),
      })
    }
    await revalidate()
  }
  return { undo, report }
}

/** Returns whether no filter narrows the action. The server then asks for a confirmation. */
const selectsEverything = (filter: ReviewFilter): boolean =>
  Object.values(filter).every((value) => value === null || value === undefined)

/** Shows the banner before the list is reloaded. */
function showRun(store: RecordSourceSelectorProxy<useBulkStartMutation['response']>): void {
  // An error has no bulk action, and the shop may not be in the store.
  const run = store.getRootField('startBulk').getLinkedRecord('data') as RecordProxy | null | undefined
  const viewer = store.getRoot().getLinkedRecord('viewer') as RecordProxy | null | undefined
  const shop = viewer?.getLinkedRecord('shop') as RecordProxy | null | undefined
  if (run) shop?.setLinkedRecords([run], 'bulkRuns', { first: 1 })
}
