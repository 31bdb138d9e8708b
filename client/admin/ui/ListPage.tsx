import { useLingui } from '@lingui/react/macro'
import {
  Card, ChoiceList, EmptySearchResult, IndexFilters, IndexFiltersMode, IndexTable, useBreakpoints, useSetIndexFiltersMode,
  type AppliedFilterInterface, type FilterInterface, type IndexTableProps, type PageProps,
} from '@shopify/polaris'
import type { ReactNode } from 'react'
import { maxSearchChars } from '../../../rules/limits.ts'
import { AdminPage } from './AdminPage.tsx'
import { ListFooter, type PageInfo } from './ListFooter.tsx'
import type { ListControls } from './useListState.ts'
import { useFormat } from '../shell/useFormat.ts'

export interface ListTab {
  /** The filter's value; '' is no filter. */
  value: string
  label: string
  count?: number
}

export interface ListFilter<Filter extends string> {
  name: Filter
  label: string
  choices?: readonly { value: string, label: string }[]
  multiple?: boolean
  /** A control of its own in place of choices, and what its chip says. */
  control?: ReactNode
  chip?: string
}

interface Props<Filter extends string> {
  title: string
  list: ListControls<Filter>
  tabs: readonly ListTab[]
  tabFilter: Filter
  filters: readonly ListFilter<Filter>[]
  searchPlaceholder: string
  /** Value of the URL's `sort`, which ends in _asc or _desc; what is sorted; the direction in words. */
  sorts: readonly { value: `${string}_${'asc' | 'desc'}`, label: string, direction: string }[]
  headings: IndexTableProps['headings']
  resourceName: { singular: string, plural: string }
  itemCount: number
  selection?: Pick<IndexTableProps, 'selectedItemsCount' | 'onSelectionChange' | 'promotedBulkActions' | 'bulkActions'>
  pageInfo: PageInfo
  totalCount: number | null
  /** Shown in place of the table when there is nothing at all, whatever is filtered. */
  empty: ReactNode | null
  page?: Omit<PageProps, 'title' | 'children'>
  banner?: ReactNode
  children: ReactNode
}

/** A list of spec 2: tabs, search, filters, order, rows with bulk actions, pages; its place is in the URL. */
export function ListPage<Filter extends string>({ title, page = {}, banner, empty, ...table }: Props<Filter>) {
  return (
    <AdminPage title={title} fullWidth {...page}>
      <div className="c-list">
        {banner}
        {empty ? <Card>{empty}</Card> : <Card padding="0"><ListTable {...table} /></Card>}
      </div>
    </AdminPage>
  )
}

function ListTable<Filter extends string>(props: Omit<Props<Filter>, 'title' | 'page' | 'banner' | 'empty'>) {
  const { t } = useLingui()
  const { smDown } = useBreakpoints()
  const { list, selection, itemCount } = props
  return (
    <div aria-busy={list.loading} className="c-list-body">
      <ListFilters {...props} />
      <IndexTable
        condensed={smDown}
        headings={props.headings}
        resourceName={props.resourceName}
        itemCount={itemCount}
        selectable={selection !== undefined}
        emptyState={<EmptySearchResult title={t`Nothing matches`} description={t`Try other words or fewer filters.`} withIllustration />}
        {...selection}
      >
        {props.children}
      </IndexTable>
      <ListFooter list={list} pageInfo={props.pageInfo} totalCount={props.totalCount} shown={itemCount} />
    </div>
  )
}

type FiltersProps<Filter extends string> = Pick<Props<Filter>, 'list' | 'tabs' | 'tabFilter' | 'filters' | 'searchPlaceholder' | 'sorts'>

function ListFilters<Filter extends string>({ list, tabs, tabFilter, filters, searchPlaceholder, sorts }: FiltersProps<Filter>) {
  const format = useFormat()
  const { state } = list
  const chosen = state.searchText !== '' || filters.some(({ name }) => state.filters[name].length > 0)
  const { mode, setMode } = useSetIndexFiltersMode(chosen ? IndexFiltersMode.Filtering : IndexFiltersMode.Default)
  const tab = Math.max(0, tabs.findIndex(({ value }) => value === (state.filters[tabFilter][0] ?? '')))
  return (
    <IndexFilters
      tabs={tabs.map(({ value, label, count }) => ({ id: `tab-${value || 'all'}`, content: label, ...(count === undefined ? {} : { badge: format.number(count) }) }))}
      selected={tab}
      onSelect={(index) => list.filter(tabFilter, [tabs[index]?.value ?? ''].filter(Boolean))}
      canCreateNewView={false}
      queryValue={list.searchInput}
      queryPlaceholder={searchPlaceholder}
      onQueryChange={(text) => list.search(text.slice(0, maxSearchChars))}
      onQueryClear={() => list.search('')}
      filters={filters.map((filter) => control(filter, list))}
      appliedFilters={filters.flatMap((filter) => chip(filter, list))}
      onClearAll={() => list.clear([tabFilter])}
      cancelAction={{ onAction: () => list.clear([tabFilter]) }}
      sortOptions={sorts.map(({ value, label, direction }) => ({ value: spaced(value), label, directionLabel: direction }))}
      sortSelected={sorts.filter(({ value }) => value === state.sort).map(({ value }) => spaced(value))}
      onSort={([by]) => by && list.sort(by.replace(' ', '_'))}
      mode={mode}
      setMode={setMode}
      loading={list.loading}
    />
  )
}

/** Polaris wants a space where a URL reads better without one. */
const spaced = (sort: string) => sort.replace(/_(?=asc$|desc$)/, ' ') as `${string} ${'asc' | 'desc'}`

function control<Filter extends string>(filter: ListFilter<Filter>, list: ListControls<Filter>): FilterInterface {
  const { name, label, choices = [], multiple = false } = filter
  return {
    key: name,
    label,
    filter: filter.control ?? (
      <ChoiceList
        title={label}
        titleHidden
        allowMultiple={multiple}
        choices={choices.map((choice) => ({ ...choice }))}
        selected={[...list.state.filters[name]]}
        onChange={(values) => list.filter(name, values)}
      />
    ),
    pinned: true,
  }
}

function chip<Filter extends string>({ name, label, choices = [], chip: words }: ListFilter<Filter>, list: ListControls<Filter>): AppliedFilterInterface[] {
  const values = list.state.filters[name]
  if (values.length === 0) return []
  const named = words ?? values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value).join(', ')
  return [{ key: name, label: `${label}: ${named}`, onRemove: () => list.filter(name, []) }]
}
