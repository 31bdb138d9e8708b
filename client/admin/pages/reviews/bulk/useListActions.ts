import { useLingui } from '@lingui/react/macro'
import { useIndexResourceState, type IndexTableProps } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isRefusing } from '../../../../../rules/refusal.ts'
import { actNeedsContent, type ReviewAct } from '../../../../../rules/review-status.ts'
import type { ReviewFilter } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { Runner } from './ActionRunner.tsx'
import { needsConfirmation, canApply, actionLabel, type ActionRow, type ActionWords } from './listActs.ts'

/** An action that waits for a text or a confirmation. Without rows: for all matching reviews. */
interface RequestedAction {
  act: ReviewAct
  rows: readonly ActionRow[] | null
}

interface List {
  rows: readonly ActionRow[]
  filter: ReviewFilter
  /** Null: more than the counter's maximum; undefined: not loaded yet. */
  total: number | null | undefined
  hasMore: boolean
}

/** Returns the selected rows, their actions, and the action that waits for a dialog. */
export function useListActions({ rows, filter, total, hasMore }: List) {
  const selectAllWords = useSelectAllWords()
  const readOnly = useReadOnly()
  const { runner, onReady } = useRunner()
  const [asked, setAsked] = useState<RequestedAction | null>(null)
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } = useIndexResourceState(
    rows.map(({ id }) => ({ id })),
  )
  // Polaris has two enums of one name and exports the wrong one.
  const pickOne = (handleSelectionChange as (type: string, on: boolean, id: string) => void).bind(null, 'single')
  const { search } = useLocation()
  // Another page or filter starts a new selection.
  useEffect(clearSelection, [search, clearSelection])
  // A selected row may have left the page.
  const selected = rows.filter(({ id }) => selectedResources.includes(id))
  const everything = allResourcesSelected && hasMore
  const begin = async ({ act, rows: some }: RequestedAction, words?: ActionWords): Promise<boolean> => {
    // Rows update optimistically. A bulk action on all matching reviews waits for the server.
    if (some && words === undefined) clearSelection()
    const run = await runner()
    const { done, rows: now } = some
      ? await run.some(act, some, words)
      : { done: await run.all(act, filter, words), rows: null }
    if (done) clearSelection()
    // A retry uses the reloaded rows.
    else setAsked((open) => open && { ...open, rows: now })
    return done
  }
  const act = (which: ReviewAct, some: readonly ActionRow[] | null) => {
    if (which === 'assign' || actNeedsContent(which) || needsConfirmation(which) || asksReason(which, some))
      setAsked({ act: which, rows: some })
    else void begin({ act: which, rows: some })
  }
  const offered = useOffered({
    rows: everything ? null : selected,
    filter,
    act: (which) => act(which, everything ? null : selected),
  })
  return {
    onReady,
    selected: selected.map(({ id }) => id),
    asked: asked && describeAsked(asked, total),
    begin: (words?: ActionWords) => (asked ? begin(asked, words) : Promise.resolve(false)),
    stopAsking: () => setAsked(null),
    act,
    pick: (id: string) => pickOne(!selectedResources.includes(id), id),
    selection: readOnly
      ? undefined
      : {
          selectedItemsCount: everything ? ('All' as const) : selected.length,
          onSelectionChange: handleSelectionChange,
          hasMoreItems: hasMore,
          ...selectAllWords(total),
          ...offered,
        },
  }
}

const describeAsked = ({ act, rows }: RequestedAction, total: number | null | undefined) => ({
  act,
  count: rows ? rows.length : (total ?? null),
  needsReason: asksReason(act, rows),
  assigneeId: rows?.length === 1 ? (rows[0]?.assignee?.accountId ?? null) : null,
})

/** Whether an action refuses a shopper's review. All matching reviews may contain one, unless they are in the trash. */
const asksReason = (act: ReviewAct, rows: readonly ActionRow[] | null): boolean =>
  isRefusing(act) && (rows ? rows.some(({ needsReason }) => needsReason) : act !== 'delete')

/** Texts for selecting all matching reviews, on this page and the others. */
function useSelectAllWords() {
  const { t } = useLingui()
  const format = useFormat()
  return (total: number | null | undefined) => {
    const number = total == null ? null : format.number(total)
    return number
      ? { paginatedSelectAllText: t`All ${number} selected`, paginatedSelectAllActionText: t`Select all ${number}` }
      : {
          paginatedSelectAllText: t`All matching reviews are selected`,
          paginatedSelectAllActionText: t`Select all matching reviews`,
        }
  }
}

/** Returns the latest runner of actions, whose code may still be loading. */
function useRunner(): { runner: () => Promise<Runner>; onReady: (runner: Runner) => void } {
  const [held] = useState(() => {
    let here: () => void = () => undefined
    const arrival = new Promise<void>((resolve) => {
      here = resolve
    })
    const now: { runner: Runner | null } = { runner: null }
    return {
      onReady: (runner: Runner) => {
        now.runner = runner
        here()
      },
      runner: async () => {
        await arrival
        if (!now.runner) throw new Error('no runner')
        return now.runner
      },
    }
  })
  return held
}

const first: readonly ReviewAct[] = ['publish', 'unpublish', 'trash', 'restore']
// One flat list: Polaris' sections are nested lists, which hide their items from assistive technology.
const others: readonly ReviewAct[] = [
  'reply',
  'assign',
  'deleteReply',
  'revert',
  'pin',
  'unpin',
  'feature',
  'unfeature',
  'verify',
  'unverify',
  'addTestimonial',
  'removeTestimonial',
  'delete',
]

/**
 * Returns the actions for a selection: those that change at least one row. For all matching reviews, those that the
 * filter allows.
 */
function useOffered({
  rows,
  filter,
  act,
}: {
  rows: readonly ActionRow[] | null
  filter: ReviewFilter
  act: (act: ReviewAct) => void
}): Pick<IndexTableProps, 'promotedBulkActions' | 'bulkActions'> {
  const { i18n } = useLingui()
  const possible = (which: ReviewAct) => (rows ? rows.some((row) => canApply(which, row)) : possibleIn(filter, which))
  const item = (which: ReviewAct) => ({
    content: i18n._(actionLabel(which)),
    onAction: () => act(which),
    ...(which === 'delete' ? { destructive: true } : {}),
  })
  return { promotedBulkActions: first.filter(possible).map(item), bulkActions: others.filter(possible).map(item) }
}

/** Without a status filter, deleted reviews are excluded. */
function possibleIn({ status }: ReviewFilter, act: ReviewAct): boolean {
  const only = (one: string) => status?.length === 1 && status[0] === one
  const trash = only('DELETED')
  if (act === 'restore' || act === 'delete') return trash
  if (trash) return false
  if (act === 'publish') return !only('PUBLISHED')
  return act === 'unpublish' ? !only('HIDDEN') && !only('REJECTED') : true
}
