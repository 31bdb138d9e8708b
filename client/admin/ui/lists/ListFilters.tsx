import { useLingui } from '@lingui/react/macro'
import {
  Button,
  ChoiceList,
  Filters,
  Popover,
  type AppliedFilterInterface,
  type FilterInterface,
} from '@shopify/polaris'
import { SortIcon } from '@shopify/polaris-icons'
import { useState, type ReactNode } from 'react'
import { useFormat } from '../../shell/words/useFormat.ts'
import { maxSearchChars } from '../../../../rules/limits.ts'
import type { ListControls } from './useListState.ts'

export interface ListFilter<Filter extends string> {
  name: Filter
  label: string
  choices?: readonly { value: string; label: string }[]
  multiple?: boolean
  /** Behind “Add filter” until it is used. */
  rare?: boolean
  /** A custom control instead of choices, and its chip's text. */
  control?: ReactNode
  chip?: string
}

export interface ListSort {
  /** Value of the URL's `sort`. */
  value: string
  label: string
  direction: string
}

interface Props<Filter extends string> {
  list: ListControls<Filter>
  /** The filter that tabs set: one value selects a tab, several are a filter. */
  tabFilter: Filter
  filters: readonly ListFilter<Filter>[]
  sorts: readonly ListSort[]
  searchPlaceholder: string
}

/** Search, filters and sort order of a list, always visible. */
export function ListFilters<Filter extends string>({
  list,
  tabFilter,
  filters,
  sorts,
  searchPlaceholder,
}: Props<Filter>) {
  const format = useFormat()
  const { state } = list
  const tab = state.filters[tabFilter].length === 1 ? [tabFilter] : []
  const applied = filters.flatMap((filter) => (tab.includes(filter.name) ? [] : chip(filter, list, format.list)))
  return (
    <div className="c-list-filters">
      <Filters
        queryValue={list.searchInput}
        queryPlaceholder={searchPlaceholder}
        onQueryChange={(text) => list.search(text.slice(0, maxSearchChars))}
        onQueryClear={() => list.search('')}
        filters={filters.map((filter) => control(filter, list))}
        appliedFilters={applied}
        onClearAll={() => list.clear(tab)}
        loading={list.loading}
        borderlessQueryField
      >
        {sorts.length > 0 && (
          <div className="c-sort-button">
            <SortMenu sorts={sorts} selected={state.sort} onSort={list.sort} />
          </div>
        )}
      </Filters>
    </div>
  )
}

function SortMenu({
  sorts,
  selected,
  onSort,
}: {
  sorts: readonly ListSort[]
  selected: string
  onSort: (sort: string) => void
}) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const now = sorts.find(({ value }) => value === selected)
  const label = t`Sort the list`
  const words = ({ label: what, direction }: ListSort) => t`${what}: ${direction}`
  const choose = ([value]: string[]) => {
    setOpen(false)
    if (value) onSort(value)
  }
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      preferredAlignment="right"
      autofocusTarget="first-node"
      activator={
        <Button
          icon={SortIcon}
          size="slim"
          accessibilityLabel={now ? `${label}: ${words(now)}` : label}
          onClick={() => setOpen(!open)}
        >
          {now?.direction ?? label}
        </Button>
      }
    >
      <div className="c-sort">
        <ChoiceList
          title={label}
          choices={sorts.map((sort) => ({ value: sort.value, label: words(sort) }))}
          selected={[selected]}
          onChange={choose}
        />
      </div>
    </Popover>
  )
}

function control<Filter extends string>(filter: ListFilter<Filter>, list: ListControls<Filter>): FilterInterface {
  const { name, label, choices = [], multiple = false, rare = false } = filter
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
    pinned: !rare,
  }
}

function chip<Filter extends string>(
  { name, label, choices = [], chip: words }: ListFilter<Filter>,
  list: ListControls<Filter>,
  join: (values: readonly string[]) => string,
): AppliedFilterInterface[] {
  const values = list.state.filters[name]
  if (values.length === 0) return []
  const named = words ?? join(values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value))
  return [{ key: name, label: `${label}: ${named}`, onRemove: () => list.filter(name, []) }]
}
