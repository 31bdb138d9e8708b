import { defaultPageSize, PAGE_SIZES } from '../../../../rules/limits.ts'

/** A list's filters and sort orders. Names of filters are names in the URL (spec 2). */
export interface ListSpec<Filter extends string = string> {
  sorts: readonly string[]
  defaultSort: string
  filters: readonly Filter[]
}

/** Start of a list's page: after or before a row; null: the beginning. */
type Cursor = { side: 'after' | 'before'; value: string } | null

/** A list's state in its URL: page, sort, limit, searchText, the filters, cursor and count (spec 2). */
export interface ListState<Filter extends string = string> {
  /** For display only; the cursor selects the rows. */
  page: number
  sort: string
  limit: number
  searchText: string
  filters: Readonly<Record<Filter, readonly string[]>>
  cursor: Cursor
  /** Number of rows when the last page was opened. */
  count: number | null
}

/** Reads a list's state. Missing or invalid values get their defaults. */
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

/** Writes a list's state into the URL's parameters. Omits defaults. */
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

/** Returns a Relay connection's arguments. All four are set, because the loader must pass each. */
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
