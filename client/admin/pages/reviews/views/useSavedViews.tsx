import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useSavedViews_shop$key } from '../../../../__generated__/useSavedViews_shop.graphql.ts'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { Part } from '../../../shell/Part.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { readListState } from '../../../ui/lists/listState.ts'
import type { ListTab } from '../../../ui/lists/ListTabs.tsx'
import type { ListControls } from '../../../ui/lists/useListState.ts'
import { isPlain, reviewListSpec, type ReviewListFilter } from '../list/reviewListSpec.ts'

const ViewActions = lazyComponent(() => import('./ViewActions.tsx').then((module) => module.ViewActions))

export interface SavedView {
  id: string
  name: string
  query: string
}

/** Returns the list's tabs (statuses, then saved views) and the actions for the open view. */
export function useSavedViews(
  list: ListControls<ReviewListFilter>,
  { shop: key, statusTabs }: { shop: useSavedViews_shop$key; statusTabs: readonly ListTab[] },
) {
  const { savedViews } = useFragment(
    graphql`
    fragment useSavedViews_shop on Shop { savedViews { id name query } }
  `,
    key,
  )
  const { filters } = list.state
  const readOnly = useReadOnly()
  const open = savedViews.find(({ id }) => id === filters.view[0])
  const [status = ''] = filters.statusFilter.length === 1 ? filters.statusFilter : []
  // A list without filters has nothing to save.
  const hasActions = !readOnly && (open !== undefined || !isPlain(list.state))
  // Load the actions' code after the first rows. If the import fails while rows load, React shows the page's skeleton.
  const [ready, setReady] = useState(false)
  if (!ready && hasActions && !list.loading) setReady(true)
  const tabs: ListTab[] = [...statusTabs, ...savedViews.map(({ id, name }) => ({ value: id, label: name, own: true }))]
  const show = (view: SavedView) => {
    const { filters: chosen, searchText, sort, limit } = readListState(new URLSearchParams(view.query), reviewListSpec)
    list.show({ filters: { ...chosen, view: [view.id] }, searchText, sort, limit })
  }
  const showStatus = (value: string) => {
    const statusFilter = value ? [value] : []
    const { filters: fresh, sort } = readListState(new URLSearchParams(), reviewListSpec)
    // Leaving a view drops its filters; other filters stay.
    if (open) list.show({ filters: { ...fresh, statusFilter }, searchText: '', sort })
    else list.filter('statusFilter', statusFilter)
  }
  return {
    tabs,
    tabControl: {
      selected: open
        ? statusTabs.length + savedViews.indexOf(open)
        : Math.max(
            0,
            statusTabs.findIndex(({ value }) => value === status),
          ),
      select(index: number) {
        const view = savedViews[index - statusTabs.length]
        if (view) show(view)
        else showStatus(statusTabs[index]?.value ?? '')
      },
      actions: hasActions && ready && (
        <Part waits={null} failed={() => null}>
          <ViewActions list={list} open={open ?? null} show={show} close={() => showStatus('')} />
        </Part>
      ),
    },
  }
}
