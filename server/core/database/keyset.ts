import { InvalidInput } from '../errors.ts'
import type { Cursors } from './cursor.ts'

/** Arguments of a Relay connection; forward with first/after or backward with last/before. */
export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

export type Direction = 'asc' | 'desc'

/** Columns from the most to the least significant, the last one unique. `name` in the cursor ties it to this order. */
export interface Order<Row> {
  name: string
  columns: readonly Column<Row>[]
  /**
   * The first column's few values, in the list's order. The list is then read value by value, each a range of one
   * index. A range over all values would need sorting, and its cursor would scan a value's rows one by one.
   */
  groups?: readonly KeyValue[]
}

interface Column<Row> {
  field: keyof Row & string
  direction: Direction
}

export interface KeysetQuery {
  where: { AND: object[] }
  orderBy: Record<string, Direction>[]
  /** One more than the page, to detect a next page. */
  take: number
  range: KeysetRange
}

/** Bounds of a page: keys of the order's columns, without the first one if it is the group. */
export interface KeysetRange extends Bounds {
  group: KeyValue | null
}

export interface Page<Row> {
  edges: { cursor: string; node: Row }[]
  pageInfo: { startCursor: string | null; endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean }
}

const defaultPageSize = 20
export const largestPage = 100

export type KeyValue = string | number | boolean

/**
 * Returns one page of a list by its sort key: page 50,000 costs as much as page 1. `find` runs one statement and
 * selects at least the order's columns. An order with groups calls it again when a page spans two groups.
 * @throws InvalidInput for a size out of 1..100 or an invalid cursor
 */
export async function keysetPage<Row extends object>(
  args: PageArgs,
  { order, cursors, find }: { order: Order<Row>; cursors: Cursors; find: (query: KeysetQuery) => Promise<Row[]> },
): Promise<Page<Row>> {
  const backward = args.last != null
  const size = pageSize(args)
  const after = args.after ? readCursor(order, args.after, cursors) : null
  const before = args.before ? readCursor(order, args.before, cursors) : null
  const rows: Row[] = []
  for (const range of rangesOf(order, { after, before, backward })) {
    rows.push(...(await find({ ...range, take: size + 1 - rows.length })))
    if (rows.length > size) break
  }
  const more = rows.length > size
  if (more) rows.pop()
  if (backward) rows.reverse()
  // Signed lazily: a client usually needs only the last cursor.
  const edges = rows.map((node) => ({
    node,
    get cursor() {
      return writeCursor(order, node, cursors)
    },
  }))
  return {
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: backward ? Boolean(args.before) : more,
      hasPreviousPage: backward ? more : Boolean(args.after),
    },
  }
}

interface Bounds {
  after: KeyValue[] | null
  before: KeyValue[] | null
  backward: boolean
}

function rangesOf<Row extends object>({ columns, groups }: Order<Row>, bounds: Bounds): Omit<KeysetQuery, 'take'>[] {
  const [head, ...rest] = columns
  if (!groups || !head) return [rangeOf(columns, bounds)]
  const { after, before, backward } = bounds
  const groupOf = (key: KeyValue[] | null) => (key ? groups.indexOf(key[0] as KeyValue) : -1)
  const [first, last] = [groupOf(after), before ? groupOf(before) : groups.length]
  const ranges = groups.flatMap((value, at) => {
    if (at < first || at > last) return []
    const within = (key: KeyValue[] | null) => (groupOf(key) === at ? (key?.slice(1) ?? null) : null)
    const { where, orderBy, range } = rangeOf(rest, { after: within(after), before: within(before), backward })
    return [{ where: { AND: [{ [head.field]: value }, ...where.AND] }, orderBy, range: { ...range, group: value } }]
  })
  return backward ? ranges.reverse() : ranges
}

function rangeOf<Row extends object>(columns: readonly Column<Row>[], bounds: Bounds): Omit<KeysetQuery, 'take'> {
  const { after, before, backward } = bounds
  const AND: object[] = []
  if (after) AND.push(buildRangeCondition(columns, after, 'after'))
  if (before) AND.push(buildRangeCondition(columns, before, 'before'))
  const orderBy = columns.map(({ field, direction }) => ({ [field]: backward ? opposite(direction) : direction }))
  return { where: { AND }, orderBy, range: { ...bounds, group: null } }
}

function pageSize(args: PageArgs): number {
  const size = args.last ?? args.first ?? defaultPageSize
  if (!Number.isInteger(size) || size < 1 || size > largestPage)
    throw new InvalidInput({
      [args.last != null ? 'last' : 'first']: { code: 'betweenEqual', params: { min: 1, max: largestPage } },
    })
  return size
}

const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

function writeCursor<Row extends object>(order: Order<Row>, row: Row, cursors: Cursors): string {
  return cursors.write(
    order.name,
    order.columns.map(({ field }) => keyValue(row[field])),
  )
}

function keyValue(value: unknown): KeyValue {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new Error('A sort key must not be null.')
}

function readCursor<Row extends object>(order: Order<Row>, cursor: string, cursors: Cursors): KeyValue[] {
  const key = cursors.read<KeyValue[]>(order.name, cursor)
  if (key?.length !== order.columns.length) throw new InvalidInput({ cursor: 'malformedCursor' })
  return key
}

/** Matches rows beyond a key. The condition of the first column makes Prisma use one index range. */
function buildRangeCondition<Row extends object>(
  columns: readonly Column<Row>[],
  key: KeyValue[],
  side: 'after' | 'before',
): object {
  const [head, ...rest] = columns.map(({ field, direction }, index) => {
    const value = key[index]
    const rising = (direction === 'asc') === (side === 'after')
    return { field, rising, value: dateFields.has(field) ? new Date(Number(value)) : value }
  })
  if (!head) return {}
  type Step = typeof head
  const past = ({ field, rising, value }: Step): object => {
    // Prisma cannot compare booleans: false sorts before true, and nothing follows the last value.
    if (typeof value === 'boolean') return value === rising ? { OR: [] } : { [field]: rising }
    return { [field]: rising ? { gt: value } : { lt: value } }
  }
  const notBefore = ({ field, rising, value }: Step): object => {
    if (typeof value === 'boolean') return value === rising ? { [field]: value } : {}
    return { [field]: rising ? { gte: value } : { lte: value } }
  }
  const nested = (step: Step, [next, ...others]: Step[]): object =>
    next ? { ...notBefore(step), OR: [past(step), nested(next, others)] } : past(step)
  const steps = [head, ...rest]
  const isRow = steps.every(({ rising, value }) => rising === head.rising && typeof value !== 'boolean')
  const comparison: RowComparison = {
    fields: steps.map(({ field }) => field),
    operator: head.rising ? '>' : '<',
    values: steps.map((step) => step.value),
  }
  return isRow ? { ...nested(head, rest), [asRow]: comparison } : nested(head, rest)
}

const asRow = Symbol('row comparison')

/** A keyset condition as an SQL row comparison: (a, b) > (1, 2). */
interface RowComparison {
  fields: readonly string[]
  operator: '<' | '>'
  values: readonly unknown[]
}

/**
 * Returns the row comparison equal to a keyset condition, if there is one. An index then starts at the row itself.
 * Prisma's nested OR scans all rows of the same time, which are many after an import.
 */
export const readRowComparison = (where: object): RowComparison | undefined =>
  (where as { [asRow]?: RowComparison })[asRow]

/** Columns with times; a cursor stores them as milliseconds. */
const dateFields = new Set([
  'createdAt',
  'enteredAt',
  'updatedAt',
  'scheduledAt',
  'sentAt',
  'lastImportedAt',
  'createdOrderAt',
  'fulfilledDate',
])
