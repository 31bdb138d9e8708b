import type { ReviewFilter, ReviewSort } from '../../../../rules/filters.ts'
import { maxCountedRows } from '../../../../rules/limits.ts'
import { splitSearchWords } from '../../../../rules/votes-and-search.ts'
import { escapeLike } from '../../../core/database/like.ts'
import type { KeysetRange, KeyValue } from '../../../core/database/keyset.ts'
import type { PageQuery } from '../../../core/database/page-statement.ts'
import { findReviewFacets } from './facets.ts'

/** Position in the order of dates; the ends in PostgreSQL's format. */
interface Place {
  at: string
  id: string
}

const leastId = '00000000-0000-0000-0000-000000000000'
const mostId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const lowest: Place = { at: '-infinity', id: leastId }
const highest: Place = { at: 'infinity', id: mostId }

interface Asked {
  range: KeysetRange
  take: number
}

/**
 * Returns a query of a page's ids; undefined if one index holds the whole list in order. Each facet of the filter is an
 * index range in the list's order. The first rows of each are merged, so a page's cost doesn't depend on how few rows
 * match. Search is a database function (docs/decisions/0023).
 */
export function buildIdsQuery(
  filter: ReviewFilter,
  sort: ReviewSort,
  { range, take }: Asked,
): PageQuery['ids'] | 'none' {
  const { productIds, search } = filter
  if (isPlain(filter, sort)) return undefined
  if (!choosesFacets(filter) && !productIds?.length && !isOfFew(filter) && !search) return undefined
  const within = inGroup(filter, range.group)
  if (!within) return 'none'
  const newest = isRising(sort) === range.backward
  const column = isByChange(sort) ? 'updatedAt' : 'createdAt'
  const size = Math.trunc(take)
  return (parameter, shop) => {
    const one = partsOf({ filter: within, column, ...placesOf(filter, sort, range) }, parameter, shop)
    const order = newest ? 'desc' : 'asc'
    const whole = `order by k."${column}" ${order}, k.id ${order} limit ${size}`
    if (isOfFew(filter)) return ofFew(one, within, whole)
    if (search) return searched(one, { search, newest, size })
    return ranges(one, `order by r."createdAt" ${order}, r.id ${order} limit ${size}`, whole)
  }
}

const isByChange = (sort: ReviewSort): boolean => sort === 'UPDATED_ASC' || sort === 'UPDATED_DESC'
const isRising = (sort: ReviewSort): boolean => sort === 'OLDEST' || sort === 'UPDATED_ASC'
const hasChangeBounds = ({ updatedAfter, updatedBefore }: ReviewFilter): boolean =>
  Boolean(updatedAfter ?? updatedBefore)

/** Whether the database chooses: it may read along the index of changes, and facets don't help there. */
const isPlain = (filter: ReviewFilter, sort: ReviewSort): boolean =>
  !isOfFew(filter) && !filter.search && (isByChange(sort) || hasChangeBounds(filter))

/** Whether an index of few rows has them: of an import, reported, suspicious, objected, or assigned to a person. */
const isOfFew = ({ importId, reported, suspicion, objected, assignee }: ReviewFilter): boolean =>
  Boolean(importId || reported || suspicion?.length || objected || (assignee && assignee !== 'unassigned'))

const choosesFacets = ({ status, rate, source, hasMedia, verified }: ReviewFilter): boolean =>
  Boolean(status?.length || rate?.length || source?.length) || hasMedia !== undefined || verified !== undefined

/** Returns the ids of up to `most` rows of a filter, unordered, for counting. */
export function someIdsOf(filter: ReviewFilter, most: number): NonNullable<PageQuery['ids']> {
  return (parameter, shop) => {
    const places = placesOf(filter, 'RECENT', { after: null, before: null })
    const one = partsOf({ filter, column: 'createdAt', ...places }, parameter, shop)
    if (isOfFew(filter)) return ofFew(one, filter, `limit ${most}`)
    if (filter.search) return searched(one, { search: filter.search, newest: true, size: most })
    if (hasChangeBounds(filter)) return ofFew(one, filter, `limit ${most}`)
    return ranges(one, `limit ${most}`, `limit ${most}`)
  }
}

/** Values of a filter as statement parameters. */
interface Parts {
  shop: string
  /** The column of time that `low` and `high` bound and the list is in order of. */
  column: 'createdAt' | 'updatedAt'
  facets: string
  products: string
  countOfProducts: number
  edited: string
  /** Conditions besides: reviews of no person, without a reply, or changed in a time. */
  others: readonly string[]
  low: string
  high: string
  parameter: Parameter
}
type Parameter = Parameters<NonNullable<PageQuery['ids']>>[0]

function partsOf(
  { filter, column, low, high }: Pick<Parts, 'column'> & { filter: ReviewFilter; low: Place; high: Place },
  parameter: Parameter,
  shop: string,
): Parts {
  const { productIds, edited, createdFrom, createdTo, updatedAfter, updatedBefore } = filter
  const time = (value: Date) => `${parameter(value.toISOString())}::timestamptz`
  const place = ({ at, id }: Place) => `${parameter(at)}::timestamptz, ${parameter(id)}::uuid`
  return {
    shop: `${shop}::uuid`,
    column,
    parameter,
    low: place(low),
    high: place(high),
    // Without chosen facets, search takes none: its 640 values would cost more than the search.
    facets:
      filter.search && !isOfFew(filter) && !choosesFacets(filter)
        ? 'null'
        : `${parameter(findReviewFacets(filter))}::smallint[]`,
    products: productIds?.length ? `${parameter(productIds)}::uuid[]` : 'null',
    countOfProducts: productIds?.length ?? 0,
    edited: edited === undefined ? 'null' : `${parameter(edited)}::boolean`,
    others: [
      ...(filter.assignee === 'unassigned' ? ['r."assigneeId" is null'] : []),
      ...(filter.unanswered ? ['r."replyAt" is null'] : []),
      ...(updatedAfter ? [`r."updatedAt" > ${time(updatedAfter)}`] : []),
      ...(updatedBefore ? [`r."updatedAt" < ${time(updatedBefore)}`] : []),
      ...(createdFrom && column === 'updatedAt' ? [`r."createdAt" >= ${time(createdFrom)}`] : []),
      ...(createdTo && column === 'updatedAt' ? [`r."createdAt" <= ${time(createdTo)}`] : []),
    ],
  }
}

/**
 * Finds the reviews of one import, or another few, by their own index, then sorts them. A page's cost depends
 * only on their number, not the shop's size. `offset 0` keeps the planner from scanning the shop in the list's order.
 */
function ofFew(
  { shop, column, facets, products, edited, others, low, high, parameter }: Parts,
  filter: ReviewFilter,
  whole: string,
): string {
  const { importId, search, reported, suspicion, objected, assignee } = filter
  const conditions = [
    `r."shopId" = ${shop}`,
    ...(importId ? [`r."importId" = ${parameter(importId)}::uuid`] : []),
    ...(reported ? ['r."openReports" > 0'] : []),
    ...(suspicion?.length
      ? [
          `r.id in (select s."reviewId" from "ReviewSuspicion" s where s."shopId" = ${shop} and s."settledAt" is null and s.kinds && ${parameter(suspicion)}::text[])`,
        ]
      : []),
    ...(objected ? ['r."openObjection"'] : []),
    ...(assignee && assignee !== 'unassigned' ? [`r."assigneeId" = ${parameter(assignee)}::uuid`] : []),
    ...others,
    `r.facet = any(${facets})`,
    `(r."${column}", r.id) > (${low})`,
    `(r."${column}", r.id) < (${high})`,
    ...(products === 'null' ? [] : [`r."productId" = any(${products})`]),
    ...(edited === 'null' ? [] : [`r.edited = ${edited}`]),
    ...splitSearchWords(search ?? '').map((word) => `r."searchText" like ${parameter(`%${escapeLike(word)}%`)}`),
  ]
  return `select k.id, k."${column}" from (select r.id, r."${column}" from "Review" r where ${conditions.join(' and ')} offset 0) k ${whole}`
}

function searched(
  { shop, column, facets, products, edited, others, low, high, parameter }: Parts,
  { search, newest, size }: { search: string; newest: boolean; size: number },
): string {
  const byChange = column === 'updatedAt'
  const all = (end: string, id: string) => `'${end}'::timestamptz, '${id}'::uuid`
  const bounds = byChange
    ? `${all(lowest.at, leastId)}, ${all(highest.at, mostId)}, true`
    : `${low}, ${high}, ${newest}`
  const found = (most: number) =>
    `candor_search(${shop}, ${parameter(splitSearchWords(search).join(' '))}, ${facets}, ${products}, ${edited}, ${bounds}, ${most})`
  if (others.length === 0 && !byChange) return `select id, "createdAt" from ${found(size)}`
  // The search knows neither assignees, replies nor changes: takes more matches than a person reads, and drops some.
  const order = newest ? 'desc' : 'asc'
  const conditions = [
    ...others,
    ...(byChange ? [`(r."updatedAt", r.id) > (${low})`, `(r."updatedAt", r.id) < (${high})`] : []),
  ]
  return (
    `select r.id, r."${column}" from ${found(Math.max(size, maxCountedRows))} k join "Review" r on r."shopId" = ${shop} and r.id = k.id` +
    ` where ${conditions.join(' and ')} order by r."${column}" ${order}, r.id ${order} limit ${size}`
  )
}

/** Builds an index scan for each facet, or product and facet, each limited by `each`; `whole` limits their union. */
function ranges(
  { shop, facets, products, countOfProducts, edited, others, low, high }: Parts,
  each: string,
  whole: string,
): string {
  const scan = (condition: string) =>
    `cross join lateral (select r.id, r."createdAt" from "Review" r where r."shopId" = ${shop} and ${condition}` +
    ` and (r."createdAt", r.id) > (${low}) and (r."createdAt", r.id) < (${high})${edited === 'null' ? '' : ` and r.edited = ${edited}`}${others.map((one) => ` and ${one}`).join('')} ${each}) k`
  const asked = `unnest(${facets}) f(facet)`
  const rows = (from: string) => `select k.id, k."createdAt" from ${from} ${whole}`
  if (countOfProducts === 0) return rows(`${asked} ${scan('r.facet = f.facet')}`)
  if (countOfProducts === 1) return rows(`${asked} ${scan(`r."productId" = (${products})[1] and r.facet = f.facet`)}`)
  // For several products, scans only their existing facets, jumping from one to the next.
  const next = (product: string, beyond: string) =>
    `(select r.facet from "Review" r where r."shopId" = ${shop} and r."productId" = ${product} ${beyond} order by r.facet limit 1)`
  return (
    `with recursive had(product, facet) as (select p, ${next('p', '')} from (select distinct p from unnest(${products}) p) one` +
    ` union all select product, ${next('had.product', 'and r.facet > had.facet')} from had where facet is not null)` +
    ` ${rows(`(select had.product, had.facet from had join ${asked} using (facet)) f ${scan('r."productId" = f.product and r.facet = f.facet')}`)}`
  )
}

/** Restricts a filter to the current rating or media group; null if the filter excludes it. */
function inGroup(filter: ReviewFilter, group: KeyValue | null): ReviewFilter | null {
  if (typeof group === 'number')
    return filter.rate?.length && !filter.rate.includes(group) ? null : { ...filter, rate: [group] }
  if (typeof group === 'boolean') return filter.hasMedia === !group ? null : { ...filter, hasMedia: group }
  return filter
}

/** Returns the exclusive bounds of the rows, from the filter's dates of creation and the page's cursors. */
function placesOf(
  { createdFrom, createdTo }: ReviewFilter,
  sort: ReviewSort,
  { after, before }: Pick<KeysetRange, 'after' | 'before'>,
): { low: Place; high: Place } {
  const [below, above] = isRising(sort) ? [after, before] : [before, after]
  const byCreation = !isByChange(sort)
  const lows = [
    lowest,
    ...(createdFrom && byCreation ? [{ at: createdFrom.toISOString(), id: leastId }] : []),
    ...(below ? [placeOf(below)] : []),
  ]
  const highs = [
    highest,
    ...(createdTo && byCreation ? [{ at: createdTo.toISOString(), id: mostId }] : []),
    ...(above ? [placeOf(above)] : []),
  ]
  return {
    low: lows.reduce((a, b) => (isBefore(a, b) ? b : a)),
    high: highs.reduce((a, b) => (isBefore(a, b) ? a : b)),
  }
}

/** Reads the position from the last two columns of every order. */
const placeOf = (key: KeyValue[]): Place => ({ at: new Date(Number(key.at(-2))).toISOString(), id: String(key.at(-1)) })

const isBefore = (a: Place, b: Place): boolean => (a.at === b.at ? a.id < b.id : timeOf(a) < timeOf(b))
const timeOf = ({ at }: Place): number => (at === lowest.at ? -Infinity : at === highest.at ? Infinity : Date.parse(at))
