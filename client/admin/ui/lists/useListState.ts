import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { readListState, writeListState, type ListSpec, type ListState } from './listState.ts'

const searchDelayMilliseconds = 250

export interface ListControls<Filter extends string = string> {
  /** State that the controls show: the requested one, even while its rows load. */
  state: ListState<Filter>
  /** True while the rows on the screen belong to another state. */
  loading: boolean
  /** Text of the search box. The URL follows shortly after the last key. */
  searchInput: string
  search(text: string): void
  /** Sets a filter. Filters and sort order reset to page 1 (spec 4). */
  filter(name: Filter, values: readonly string[]): void
  /** Sets several parts of the state, on page 1. */
  show(place: Partial<Pick<ListState<Filter>, 'filters' | 'searchText' | 'sort' | 'limit'>>): void
  sort(by: string): void
  limit(rows: number): void
  next(endCursor: string, count: number | null): void
  previous(startCursor: string, count: number | null): void
  /** Clears the search and all filters except those named. */
  clear(keep?: readonly Filter[]): void
}

/** Keeps a list's state in the URL, so that Back, reload and shared links restore it. */
export function useListState<Filter extends string>(spec: ListSpec<Filter>): ListControls<Filter> {
  const [params, setParams] = useSearchParams()
  const navigation = useNavigation()
  // Controls show the requested state at once, until the URL has it.
  const [wanted, setWanted] = useState<URLSearchParams | null>(null)
  const [seen, setSeen] = useState(params)
  if (seen !== params) {
    setSeen(params)
    setWanted(null)
  }
  const asked = wanted ?? params
  const state = readListState(asked, spec)
  const write = (patch: Partial<ListState<Filter>>, replace = false) => {
    const next = writeListState(asked, { ...state, page: 1, cursor: null, ...patch }, spec)
    setWanted(next)
    setParams(next, { replace, preventScrollReset: true })
  }
  const { searchInput, search, forget } = useSearchInput(state.searchText, (searchText) =>
    write({ searchText }, state.searchText !== ''),
  )
  return {
    state,
    // A navigation may end before its rows are loaded.
    loading: navigation.state !== 'idle' || asked.toString() !== params.toString(),
    searchInput,
    search,
    filter: (name, values) => write({ filters: { ...state.filters, [name]: values } }),
    show: (place) => {
      if (place.searchText !== undefined) forget()
      write(place)
    },
    sort: (sort) => write({ sort }),
    limit: (limit) => write({ limit }),
    next: (value, count) => write({ cursor: { side: 'after', value }, page: state.page + 1, count }),
    previous: (value, count) =>
      state.page <= 2 ? write({}) : write({ cursor: { side: 'before', value }, page: state.page - 1, count }),
    clear: (keep = []) => {
      forget()
      const kept = spec.filters.map((name) => [name, keep.includes(name) ? state.filters[name] : []])
      write({ searchText: '', filters: Object.fromEntries(kept) as ListState<Filter>['filters'] })
    },
  }
}

/** Keeps the typed text separate from the URL: letters typed during a navigation would be lost. */
function useSearchInput(written: string, write: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed !== null && typed === written) setTyped(null)
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  // Only a key restarts the timer, not a render caused by a navigation.
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => latest.current(typed), searchDelayMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return { searchInput: typed ?? written, search: setTyped, forget: () => setTyped(null) }
}
