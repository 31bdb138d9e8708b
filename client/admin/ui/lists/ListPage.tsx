import { useLingui } from '@lingui/react/macro'
import {
  Card,
  EmptySearchResult,
  IndexTable,
  useBreakpoints,
  type IndexTableProps,
  type PageProps,
} from '@shopify/polaris'
import { useEffect, useRef, type ReactNode } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { AdminPage } from '../AdminPage.tsx'
import { ListFilters, type ListFilter, type ListSort } from './ListFilters.tsx'
import { ListFooter, type PageInfo } from './ListFooter.tsx'
import { ListTabs, type ListTab } from './ListTabs.tsx'
import type { ListControls } from './useListState.ts'

type SelectionProps =
  | 'selectedItemsCount'
  | 'onSelectionChange'
  | 'promotedBulkActions'
  | 'bulkActions'
  | 'hasMoreItems'
  | 'paginatedSelectAllText'
  | 'paginatedSelectAllActionText'

interface Props<Filter extends string> {
  title: string
  list: ListControls<Filter>
  tabs: readonly ListTab[]
  tabFilter: Filter
  /** The open tab and how to open one, if tabs are more than values of `tabFilter`. */
  tabControl?: { selected: number; select: (index: number) => void; actions?: ReactNode }
  filters: readonly ListFilter<Filter>[]
  searchPlaceholder: string
  sorts: readonly ListSort[]
  headings: IndexTableProps['headings']
  resourceName: { singular: string; plural: string }
  itemCount: number
  selection?: Pick<IndexTableProps, SelectionProps>
  pageInfo: PageInfo
  /** Null: more than the counter's maximum; undefined: not loaded yet. */
  totalCount: number | null | undefined
  /** Replaces the table if there are no rows at all, even without filters. */
  empty: ReactNode | null
  page?: Omit<PageProps, 'title' | 'children'>
  banner?: ReactNode
  children: ReactNode
}

/** A list of spec 2: tabs, search, filters, sort order, bulk actions, pages. Its state is in the URL. */
export function ListPage<Filter extends string>({ title, page = {}, banner, empty, ...table }: Props<Filter>) {
  return (
    <AdminPage title={title} fullWidth {...page}>
      <div className="c-list">
        {banner}
        {empty ? (
          <Card>{empty}</Card>
        ) : (
          <Card padding="0">
            <ListTable title={title} {...table} />
          </Card>
        )}
      </div>
    </AdminPage>
  )
}

function ListTable<Filter extends string>(props: Omit<Props<Filter>, 'page' | 'banner' | 'empty'>) {
  const { t } = useLingui()
  const { smDown } = useBreakpoints()
  const { title, list, tabs, tabFilter, selection, itemCount } = props
  const top = useTopOfPage(list)
  const open = list.state.filters[tabFilter]
  const tabControl = props.tabControl ?? {
    selected:
      open.length > 1
        ? 0
        : Math.max(
            0,
            tabs.findIndex(({ value }) => value === (open[0] ?? '')),
          ),
    select: (index: number) => list.filter(tabFilter, [tabs[index]?.value ?? ''].filter(Boolean)),
  }
  return (
    <div ref={top} aria-busy={list.loading} className="c-list-body">
      {tabs.length > 0 && (
        <ListTabs label={title} tabs={tabs} selected={tabControl.selected} onSelect={tabControl.select}>
          {tabControl.actions}
        </ListTabs>
      )}
      <ListFilters {...props} />
      <IndexTable
        // Polaris' condensed list lacks selection and bulk actions, so a narrow list is a table of one column.
        headings={smDown ? narrowHeadings(props.headings) : props.headings}
        resourceName={props.resourceName}
        itemCount={itemCount}
        selectable={selection !== undefined}
        emptyState={
          <EmptySearchResult
            title={t`No results found`}
            description={t`Try a different search or fewer filters.`}
            withIllustration
          />
        }
        {...selection}
      >
        {props.children}
      </IndexTable>
      <ListFooter list={list} pageInfo={props.pageInfo} totalCount={props.totalCount} shown={itemCount} />
    </div>
  )
}

const narrowHeadings = ([first]: IndexTableProps['headings']): IndexTableProps['headings'] => [first]

/** Scrolls another page to its first row. Back restores the scroll position. */
function useTopOfPage({ state, loading }: Pick<ListControls, 'state' | 'loading'>) {
  const top = useRef<HTMLDivElement>(null)
  const back = useNavigationType() === NavigationType.Pop
  const place = state.cursor?.value ?? ''
  const shown = useRef(place)
  useEffect(() => {
    if (loading || shown.current === place) return
    shown.current = place
    const element = top.current
    if (!back && element && element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'start' })
  }, [place, loading, back])
  return top
}
