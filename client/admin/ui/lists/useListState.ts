import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { readListState, writeListState, type ListSpec, type ListState } from './listState.ts'

const searchDelayMilliseconds = 250

export interface ListControls<Filter extends string = string> {
  /** What the controls show: the place the merchant has just asked for, while its rows may still be on their way. */
  state: ListState<Filter>
  /** True while rows of another place than `state` are on the screen. */
  loading: boolean
  /** The search box; the URL follows a moment after the last key. */
  searchInput: string
  search(text: string): void
  /** Filters and order open page 1 again (spec 4). */
  filter(name: Filter, values: readonly string[]): void
  /** Several parts of the place at once, on page 1. */
  show(place: Partial<Pick<ListState<Filter>, 'filters' | 'searchText' | 'sort' | 'limit'>>): void
  sort(by: string): void
  limit(rows: number): void
  next(endCursor: string, count: number | null): void
  previous(startCursor: string, count: number | null): void
  /** Search and all filters but those named. */
  clear(keep?: readonly Filter[]): void
}

/** The one place that binds a list to the URL: Back, reload and a shared link restore it. */
export function useListState<Filter extends string>(spec: ListSpec<Filter>): ListControls<Filter> {
  const [params, setParams] = useSearchParams()
  const navigation = useNavigation()
  // A control shows at once what was asked of it; from the moment the URL changes, the URL speaks.
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
    // A navigation may be over before its rows are there: until then the wish stands.
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

/** Keeps what is typed apart from the URL, which would lose letters typed while it changes. */
function useSearchInput(written: string, write: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed !== null && typed === written) setTyped(null)
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  // Only a key restarts the clock, not the renders that a navigation brings.
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => latest.current(typed), searchDelayMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return { searchInput: typed ?? written, search: setTyped, forget: () => setTyped(null) }
}
