import { useLingui } from '@lingui/react/macro'
import { useIndexResourceState, type IndexTableProps } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { actNeedsContent, type ReviewAct } from '../../../../../rules/review-status.ts'
import type { ReviewFilter } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { Runner } from './ActionRunner.tsx'
import { needsConfirmation, canApply, actionLabel, type ActionRow } from './listActs.ts'

/** An act that waits for words or for a yes; without rows it is for all that match. */
export interface RequestedAction {
  act: ReviewAct
  rows: readonly ActionRow[] | null
}

interface List {
  rows: readonly ActionRow[]
  filter: ReviewFilter
  /** Null: more than are counted; undefined: not known yet. */
  total: number | null | undefined
  hasMore: boolean
}

/** Which rows are picked, what may be done with them, and what waits for an answer first. */
export function useListActions({ rows, filter, total, hasMore }: List) {
  const selectAllWords = useSelectAllWords()
  const readOnly = useReadOnly()
  const { runner, onReady } = useRunner()
  const [asked, setAsked] = useState<RequestedAction | null>(null)
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } = useIndexResourceState(
    rows.map(({ id }) => ({ id })),
  )
  // Polaris has two enums of one name, of which it exports the wrong one.
  const pickOne = (handleSelectionChange as (type: string, on: boolean, id: string) => void).bind(null, 'single')
  const { search } = useLocation()
  // Another place of the list is another choice.
  useEffect(clearSelection, [search, clearSelection])
  // A row may have left the page since it was picked.
  const selected = rows.filter(({ id }) => selectedResources.includes(id))
  const everything = allResourcesSelected && hasMore
  const begin = async ({ act, rows: some }: RequestedAction, content?: string): Promise<boolean> => {
    // The rows show it at once; a run of all that match begins when the server says so.
    if (some && content === undefined) clearSelection()
    const run = await runner()
    const { done, rows: now } = some
      ? await run.some(act, some, content)
      : { done: await run.all(act, filter, content), rows: null }
    if (done) clearSelection()
    // Whoever tries again acts on what they have been shown since.
    else setAsked((open) => open && { ...open, rows: now })
    return done
  }
  const act = (which: ReviewAct, some: readonly ActionRow[] | null) => {
    if (actNeedsContent(which) || needsConfirmation(which)) setAsked({ act: which, rows: some })
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
    asked: asked && { ...asked, count: asked.rows ? asked.rows.length : (total ?? null) },
    begin: (content?: string) => (asked ? begin(asked, content) : Promise.resolve(false)),
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

/** What selects all that match, on this page and the others. */
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

/** The newest of what does the acts, whose code may still be on its way. */
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
// One list: Polaris' sections are lists within a list whose items are none to assistive technology.
const others: readonly ReviewAct[] = [
  'reply',
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

/** The acts for several: those that would change at least one of the rows, or, where the rows are not known, that the filter leaves possible. */
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

/** Without a status the trash stays out. */
function possibleIn({ status }: ReviewFilter, act: ReviewAct): boolean {
  const only = (one: string) => status?.length === 1 && status[0] === one
  const trash = only('DELETED')
  if (act === 'restore' || act === 'delete') return trash
  if (trash) return false
  if (act === 'publish') return !only('PUBLISHED')
  return act === 'unpublish' ? !only('HIDDEN') && !only('REJECTED') : true
}
