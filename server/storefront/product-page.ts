import { LRUCache } from 'lru-cache'
import type { Stars, Summary } from '../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../context.ts'
import { cursorsOf } from '../database/cursor.ts'
import { InvalidInput, NotFound } from '../errors.ts'
import type { PageChoice } from './choice.ts'

/** A published review as the storefront may know it; times in milliseconds. */
export interface PublicReview {
  id: string
  title: string
  content: string
  rate: number
  firstName: string
  lastName: string
  verifiedBy: 'none' | 'merchant' | 'order'
  incentivized: boolean
  replyContent: string | null
  repliedMs: number | null
  createdMs: number
  /** ISO code as the order had it. */
  country: string | null
  media: { kind: 'image' | 'video'; key: string; posterKey: string; seconds: number; width: number; height: number }[] | null
}

export interface ProductPage {
  product: { id: string; handle: string; title: string; image: string | null; description: string; version: number }
  summary: Summary
  reviews: PublicReview[]
  /** Cursor of the next page; null on the last. */
  next: string | null
}

type Row = [
  id: string, handle: string, title: string, image: string | null, description: string, version: number,
  counts: Record<string, number> | null, reviews: (PublicReview & { group: number })[] | null,
]

/**
 * Reads a product with its rating summary and one page of its published reviews, in one statement. Hidden and unready media
 * are left out.
 * @throws NotFound for an unknown product; InvalidInput for a cursor that is not of this order
 */
export async function readProductPage(ctx: Ctx, handle: string, choice: PageChoice): Promise<ProductPage> {
  const position = choice.after === null ? null : readCursor(ctx, choice, choice.after)
  const from = position ? [new Date(position.createdMs), position.id] : []
  const [row] = await ctx.doors.read(ctx.shop.id, { text: statementFor(choice, position?.group ?? null), values: [ctx.shop.id, handle, ...from] })
  if (!row) throw new NotFound()
  const [id, platformHandle, title, image, description, version, counts, found] = row as Row
  const product = { id, handle: platformHandle, title, image, description, version }
  const reviews = found ?? []
  const last = reviews.length > choice.first ? reviews[choice.first - 1] : undefined
  return { product, summary: summaryOf(counts ?? {}), reviews: reviews.slice(0, choice.first), next: last ? writeCursor(ctx, choice, last) : null }
}

/** Statements by what they are made of: sizes of pages and orders are few. */
const statements = new LRUCache<string, string>({ max: 500 })

function statementFor(choice: PageChoice, fromGroup: number | null): string {
  const key = `${choice.sort} ${choice.rate} ${choice.first} ${fromGroup}`
  let text = statements.get(key)
  if (text === undefined) statements.set(key, text = writeStatement(choice, fromGroup))
  return text
}

const millis = (column: string): string => `round(extract(epoch from ${column}) * 1000)`

/**
 * Parameters: $1 the shop, $2 the handle, $3 and $4 time and id of the review to go on from. Every table names the shop by value, so
 * that the planner sees one partition of each and not sixteen. `json` and not `jsonb`, which costs twice the time to write.
 */
function writeStatement(choice: PageChoice, fromGroup: number | null): string {
  const ranges = rangesOf(choice, fromGroup)
  const way = choice.sort === 'oldest' ? 'asc' : 'desc'
  const take = `limit ${choice.first + 1}`
  const merged = ranges.length > 1 ? `order by found."group", found."createdAt" ${way}, found.id ${way} ${take}` : ''
  return `
    select p.id, p.handle, p.title, p.image, left(p.description, 5000) as description, p.version,
      (select json_object_agg(c.rate, c.count) from "ProductReviewCount" c
        where c."shopId" = $1::uuid and c."productId" = p.id and c.status = 'published') as counts,
      (select json_agg(page) from (
        select found."group", found.id, found.title, found.content, found.rate, found."firstName", found."lastName", found."verifiedBy",
          found.incentivized, found.country, found."replyContent", ${millis('found."replyAt"')} as "repliedMs", ${millis('found."createdAt"')} as "createdMs",
          case when found."hasMedia" then (
            select json_agg(json_build_object('kind', m.kind, 'key', m.key, 'posterKey', m."posterKey", 'seconds', m.seconds, 'width', m.width, 'height', m.height) order by m.position, m.id)
            from "ReviewMedia" m where m."shopId" = $1::uuid and m."reviewId" = found.id and m.status = 'ready' and not m.hidden) end as media
        from (${ranges.map(({ group, condition }) => `
          (select ${group} as "group", r.* from "Review" r
            where r."shopId" = $1::uuid and r."productId" = p.id and r.status = 'published' ${condition}
            order by r."createdAt" ${way}, r.id ${way} ${take})`).join(' union all ')}) found
        ${merged}) page) as reviews
    from "Product" p where p."shopId" = $1::uuid and p.handle = $2 and p."deletedAt" is null`
}

interface Range {
  group: number
  condition: string
}

/**
 * The rows of an order, group by group: stars from five to one, or those with pictures first. Each group is a few ranges of an
 * index, read no further than one page each, so the ten thousandth review costs what the first does. A page that goes on from a
 * group leaves out those before it.
 */
function rangesOf(choice: PageChoice, fromGroup: number | null): Range[] {
  const beyond = `and (r."createdAt", r.id) ${choice.sort === 'oldest' ? '>' : '<'} ($3::timestamptz, $4::uuid)`
  return groupsOf(choice).flatMap((conditions, group) => {
    if (fromGroup !== null && group < fromGroup) return []
    return conditions.map((condition) => ({ group, condition: group === fromGroup ? `${condition} ${beyond}` : condition }))
  })
}

const stars = [1, 2, 3, 4, 5]

/**
 * The conditions of each group, each a range of the index Review_shown_rate_idx, or of Review_shown_idx where there is none. These
 * hold published reviews only: under row-level security the planner looks up no status, but it uses an index whose rows all have it.
 */
function groupsOf({ sort, rate }: PageChoice): string[][] {
  const asked = rate === null ? stars : [rate]
  const range = (rated: number, hasMedia: boolean) => `and r.rate = ${rated} and r."hasMedia" = ${hasMedia}`
  if (sort === 'media') return [true, false].map((hasMedia) => asked.map((rated) => range(rated, hasMedia)))
  const groups = asked.map((rated) => [range(rated, true), range(rated, false)])
  if (sort === 'highest') return groups.reverse()
  return sort === 'lowest' || rate !== null ? groups : [['']]
}

interface Position {
  group: number
  createdMs: number
  id: string
}

const orderName = ({ sort, rate }: PageChoice) => `storefront-${sort}${rate ?? ''}`

function writeCursor(ctx: Ctx, choice: PageChoice, row: Position): string {
  return cursorsOf(ctx).write(orderName(choice), [row.group, row.createdMs, row.id])
}

function readCursor(ctx: Ctx, choice: PageChoice, cursor: string): Position {
  const key = cursorsOf(ctx).read<[number, number, string]>(orderName(choice), cursor)
  if (!key) throw new InvalidInput({ after: 'malformedCursor' })
  const [group, createdMs, id] = key
  return { group, createdMs, id }
}

function summaryOf(counts: Record<string, number>): Summary {
  const of = (stars: Stars) => counts[stars] ?? 0
  const histogram = { 5: of(5), 4: of(4), 3: of(3), 2: of(2), 1: of(1) }
  const count = histogram[5] + histogram[4] + histogram[3] + histogram[2] + histogram[1]
  const sum = histogram[5] * 5 + histogram[4] * 4 + histogram[3] * 3 + histogram[2] * 2 + histogram[1]
  return { count, average: count ? Math.round((sum / count) * 100) / 100 : 0, histogram }
}
