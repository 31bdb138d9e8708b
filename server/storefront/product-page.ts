import { Prisma } from '../generated/prisma/client.ts'
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
  media: { kind: 'image' | 'video'; key: string; posterKey: string; seconds: number; width: number; height: number }[]
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
 * A product with its rating summary and one page of its published reviews, in one statement. Hidden and unready media
 * are left out.
 * @throws NotFound for an unknown product; InvalidInput for a cursor that is not of this order
 */
export async function readProductPage(ctx: Ctx, handle: string, choice: PageChoice): Promise<ProductPage> {
  const take = Prisma.raw(String(choice.first + 1))
  // Named by value at every table, so that the planner sees one partition of each and not sixteen.
  const shop = Prisma.sql`${ctx.shop.id}::uuid`
  const way = choice.sort === 'oldest' ? Prisma.sql`asc` : Prisma.sql`desc`
  const statement = Prisma.sql`
    select p.id, p.handle, p.title, p.image, left(p.description, 5000) as description, p.version,
      (select jsonb_object_agg(c.rate, c.count) from "ProductReviewCount" c
        where c."shopId" = ${shop} and c."productId" = p.id and c.status = 'published') as counts,
      (select jsonb_agg(to_jsonb(page) order by page."group", page."createdMs" ${way}, page.id ${way}) from (
        select found."group", found.id, found.title, found.content, found.rate, found."firstName", found."lastName", found."verifiedBy",
          found.incentivized, found.country, found."replyContent", ${millis('found."replyAt"')} as "repliedMs", ${millis('found."createdAt"')} as "createdMs",
          coalesce((select jsonb_agg(jsonb_build_object('kind', m.kind, 'key', m.key, 'posterKey', m."posterKey", 'seconds', m.seconds, 'width', m.width, 'height', m.height) order by m.position, m.id)
            from "ReviewMedia" m where found."hasMedia" and m."shopId" = ${shop} and m."reviewId" = found.id
              and m.status = 'ready' and not m.hidden), '[]') as media
        from (${Prisma.join(branches(ctx, choice, take), ' union all ')}) found
        order by found."group", found."createdAt" ${way}, found.id ${way} limit ${take}) page) as reviews
    from "Product" p where p."shopId" = ${shop} and p.handle = ${handle} and p."deletedAt" is null`
  const [row] = await ctx.doors.read(ctx.shop.id, statement)
  if (!row) throw new NotFound()
  const [id, platformHandle, title, image, description, version, counts, found] = row as Row
  const product = { id, handle: platformHandle, title, image, description, version }
  const reviews = found ?? []
  const last = reviews.length > choice.first ? reviews[choice.first - 1] : undefined
  return { product, summary: summaryOf(counts ?? {}), reviews: reviews.slice(0, choice.first), next: last ? writeCursor(ctx, choice, last) : null }
}

const millis = (column: string): Prisma.Sql => Prisma.raw(`round(extract(epoch from ${column}) * 1000)`)

/**
 * The rows of an order, group by group: stars from five to one, or those with pictures first. Each group is a few ranges of an
 * index, read no further than one page each, so the ten thousandth review costs what the first does.
 */
function branches(ctx: Ctx, choice: PageChoice, take: Prisma.Sql): Prisma.Sql[] {
  const position = choice.after === null ? null : readCursor(ctx, choice, choice.after)
  const rising = choice.sort === 'oldest'
  const way = rising ? Prisma.sql`asc` : Prisma.sql`desc`
  return groupsOf(choice).flatMap((conditions, group) => {
    if (position && group < position.group) return []
    const at = position?.group === group ? new Date(position.createdMs) : null
    const beyond = at && position
      ? Prisma.sql`and (r."createdAt", r.id) ${rising ? Prisma.sql`>` : Prisma.sql`<`} (${at}, ${position.id}::uuid)`
      : Prisma.empty
    return conditions.map((condition) => Prisma.sql`
      (select ${group}::int as "group", r.* from "Review" r
        where r."shopId" = ${ctx.shop.id}::uuid and r."productId" = p.id and r.status = 'published' ${condition} ${beyond}
        order by r."createdAt" ${way}, r.id ${way} limit ${take})`)
  })
}

const stars = [1, 2, 3, 4, 5]

/**
 * The conditions of each group, each a range of the index Review_shown_rate_idx, or of Review_shown_idx where there is none. These
 * hold published reviews only: under row-level security the planner looks up no status, but it uses an index whose rows all have it.
 */
function groupsOf({ sort, rate }: PageChoice): Prisma.Sql[][] {
  const asked = rate === null ? stars : [rate]
  const range = (rated: number, hasMedia: boolean) => Prisma.sql`and r.rate = ${rated} and r."hasMedia" = ${hasMedia}`
  if (sort === 'media') return [true, false].map((hasMedia) => asked.map((rated) => range(rated, hasMedia)))
  const groups = asked.map((rated) => [range(rated, true), range(rated, false)])
  if (sort === 'highest') return groups.reverse()
  return sort === 'lowest' || rate !== null ? groups : [[Prisma.empty]]
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
