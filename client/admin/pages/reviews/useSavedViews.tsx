import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover } from '@shopify/polaris'
import { MenuHorizontalIcon } from '@shopify/polaris-icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useSavedViews_shop$key } from '../../../__generated__/useSavedViews_shop.graphql.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { readListState, writeListState, type ListState } from '../../ui/listState.ts'
import type { ListTab } from '../../ui/ListTabs.tsx'
import type { ListControls } from '../../ui/useListState.ts'
import { isPlain, reviewListSpec, type ReviewListFilter } from './reviewListSpec.ts'
import { useSaveView } from './useSaveView.ts'

const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((module) => ({ default: module.ViewDialog })))

/** What the dialog asks: a name for a new view, another name, or whether to delete. */
export type ViewQuestion = { kind: 'create', query: string, suggestion: string } | { kind: 'rename' | 'delete', view: SavedView }

export interface SavedView {
  id: string
  name: string
  query: string
}

/** Tabs of the list: the statuses, then the merchant's saved views, and what can be done with the one that is open. */
export function useSavedViews(list: ListControls<ReviewListFilter>, { shop: key, statusTabs }: { shop: useSavedViews_shop$key, statusTabs: readonly ListTab[] }) {
  const { savedViews } = useFragment(graphql`
    fragment useSavedViews_shop on Shop { savedViews { id name query } }
  `, key)
  const { filters } = list.state
  const open = savedViews.find(({ id }) => id === filters.view[0])
  const [status = ''] = filters.statusFilter.length === 1 ? filters.statusFilter : []
  const tabs: ListTab[] = [...statusTabs, ...savedViews.map(({ id, name }) => ({ value: id, label: name, own: true }))]
  const show = (view: SavedView) => {
    const { filters: chosen, searchText, sort, limit } = readListState(new URLSearchParams(view.query), reviewListSpec)
    list.show({ filters: { ...chosen, view: [view.id] }, searchText, sort, limit })
  }
  const showStatus = (value: string) => {
    const statusFilter = value ? [value] : []
    const { filters: fresh, sort } = readListState(new URLSearchParams(), reviewListSpec)
    // A view's filters go with it; those set by hand stay.
    if (open) list.show({ filters: { ...fresh, statusFilter }, searchText: '', sort })
    else list.filter('statusFilter', statusFilter)
  }
  return {
    tabs,
    tabControl: {
      selected: open ? statusTabs.length + savedViews.indexOf(open) : Math.max(0, statusTabs.findIndex(({ value }) => value === status)),
      select(index: number) {
        const view = savedViews[index - statusTabs.length]
        if (view) show(view)
        else showStatus(statusTabs[index]?.value ?? '')
      },
      actions: <ViewActions list={list} open={open ?? null} show={show} close={() => showStatus('')} />,
    },
  }
}

interface ActionsProps {
  list: ListControls<ReviewListFilter>
  open: SavedView | null
  show: (view: SavedView) => void
  close: () => void
}

function ViewActions({ list, open, show, close }: ActionsProps): ReactNode {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [save, saving] = useSaveView()
  const [question, setQuestion] = useState<ViewQuestion | null>(null)
  if (readOnly) return null
  const query = queryOf(list.state)
  const changed = open !== null && query !== queryOf(readListState(new URLSearchParams(open.query), reviewListSpec))
  const copyOf = ({ name }: SavedView) => t`Copy of ${name}`
  const create = (suggestion: string) => setQuestion({ kind: 'create', query, suggestion })
  return (
    <div className="c-tabs-actions">
      {open && changed && <Button variant="tertiary" onClick={() => show(open)}>{t`Discard`}</Button>}
      {open && changed && <Button loading={saving} onClick={() => void save({ id: open.id, name: open.name, query })}>{t`Save view`}</Button>}
      {!open && !isPlain(list.state) && <Button onClick={() => create('')}>{t`Save view`}</Button>}
      {open && <ViewMenu rename={() => setQuestion({ kind: 'rename', view: open })} duplicate={() => create(copyOf(open))} remove={() => setQuestion({ kind: 'delete', view: open })} />}
      {question && (
        <Suspense>
          <ViewDialog question={question} onSaved={show} onDeleted={close} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** What a view keeps: what is chosen, not where the merchant stands in it. */
function queryOf({ filters, ...state }: ListState<ReviewListFilter>): string {
  return writeListState(new URLSearchParams(), { ...state, page: 1, cursor: null, count: null, filters: { ...filters, view: [] } }, reviewListSpec).toString()
}

function ViewMenu({ rename, duplicate, remove }: { rename: () => void, duplicate: () => void, remove: () => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      preferredAlignment="right"
      autofocusTarget="first-node"
      activator={<Button variant="tertiary" icon={MenuHorizontalIcon} accessibilityLabel={t`Actions for this view`} onClick={() => setOpen(!open)} />}
    >
      <ActionList
        items={[{ content: t`Rename view`, onAction: rename }, { content: t`Duplicate view`, onAction: duplicate }, { content: t`Delete view`, destructive: true, onAction: remove }]}
        onActionAnyItem={() => setOpen(false)}
      />
    </Popover>
  )
}
