import { defaultPageSize, PAGE_SIZES } from '../../../../rules/limits.ts'

/** What a list lets a merchant choose; names of filters are names in the URL (spec 2). */
export interface ListSpec<Filter extends string = string> {
  sorts: readonly string[]
  defaultSort: string
  filters: readonly Filter[]
}

/** Where a page of a list starts: after or before a row, or at the beginning. */
export type Cursor = { side: 'after' | 'before'; value: string } | null

/** A list's place, as its URL tells it: page, sort, limit, searchText, the filters, cursor and count (spec 2). */
export interface ListState<Filter extends string = string> {
  /** For show; the cursor decides which rows come. */
  page: number
  sort: string
  limit: number
  searchText: string
  filters: Readonly<Record<Filter, readonly string[]>>
  cursor: Cursor
  /** How many rows there were when the last page was opened. */
  count: number | null
}

/** Reads a list's place; what is missing or malformed is as in a fresh list. */
export function readListState<Filter extends string>(
  params: URLSearchParams,
  spec: ListSpec<Filter>,
): ListState<Filter> {
  const sort = params.get('sort') ?? ''
  const limit = Number(params.get('limit'))
  const cursor = readCursor(params.get('cursor'))
  return {
    page: cursor ? (positive(params.get('page')) ?? 1) : 1,
    sort: spec.sorts.includes(sort) ? sort : spec.defaultSort,
    limit: PAGE_SIZES.find((size) => size === limit) ?? defaultPageSize,
    searchText: params.get('searchText') ?? '',
    filters: Object.fromEntries(
      spec.filters.map((name) => [name, (params.get(name) ?? '').split(',').filter(Boolean)]),
    ) as Record<Filter, string[]>,
    cursor,
    count: positive(params.get('count')),
  }
}

/** Writes a place over the URL's other parameters; what is as in a fresh list is left out. */
export function writeListState<Filter extends string>(
  params: URLSearchParams,
  state: ListState<Filter>,
  spec: ListSpec<Filter>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | number | null) =>
    value === null || value === '' ? next.delete(name) : next.set(name, String(value))
  put('page', state.page > 1 ? state.page : null)
  put('sort', state.sort === spec.defaultSort ? null : state.sort)
  put('limit', state.limit === defaultPageSize ? null : state.limit)
  put('searchText', state.searchText)
  for (const name of spec.filters) put(name, state.filters[name].join(','))
  put('cursor', state.cursor && `${state.cursor.side}.${state.cursor.value}`)
  put('count', state.cursor ? state.count : null)
  return next
}

/** The arguments of a Relay connection for a place; all four, as the loader must pass each. */
export function connectionArguments({ limit, cursor }: Pick<ListState, 'limit' | 'cursor'>) {
  return cursor?.side === 'before'
    ? { first: null, after: null, last: limit, before: cursor.value }
    : { first: limit, after: cursor?.value ?? null, last: null, before: null }
}

function readCursor(text: string | null): Cursor {
  const [, side, value] = /^(after|before)\.(.+)$/.exec(text ?? '') ?? []
  return side && value ? { side: side as 'after' | 'before', value } : null
}

function positive(text: string | null): number | null {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : null
}
