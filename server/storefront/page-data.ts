import { LRUCache } from 'lru-cache'
import type { Part } from '../../client/storefront/widgets/widgets.ts'
import type { Stars, Summary } from '../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../context.ts'
import { cursorsOf } from '../database/cursor.ts'
import { InvalidInput } from '../errors.ts'
import { facetsOf } from '../reviews/list/facets.ts'
import type { PageChoice } from './choice.ts'
import { pickOrder, pickRows, type PickQuery } from './picks.ts'
import { testimonialOrder, testimonialRows, type TestimonialQuery } from './testimonials.ts'

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
  featured: boolean
  replyContent: string | null
  repliedMs: number | null
  createdMs: number
  /** ISO code as the order had it. */
  country: string | null
  /** Language of the text, where known: `de`. */
  language: string | null
  variantTitle: string
  media: { kind: 'image' | 'video'; key: string; posterKey: string; seconds: number; width: number; height: number }[] | null
  /** Of a shop's page; `handle` is null once the product is deleted. */
  product?: { handle: string | null; title: string; image: string | null } | null
}

/** What is sold as a product, for search engines. */
export interface ProductOffer {
  vendor: string
  currency: string
  variants: { sku: string; barcode?: string; priceCents: number }[]
}

export interface PageData {
  /** Null for the whole shop. */
  product: { id: string; handle: string; title: string; image: string | null; description: string; version: number; offer: ProductOffer | null } | null
  summary: Summary
  reviews: PublicReview[]
  testimonials: PublicReview[]
  /** Cursor of the next page; null on the last. */
  next: string | null
}

/** What to read of one product, of several (their summaries), or of the whole shop (null). */
export interface PageRead {
  handle: string | readonly string[] | null
  parts: readonly Part[]
  choice: PageChoice
  /** Which testimonials, where a widget shows them. */
  testimonials?: TestimonialQuery | undefined
  /** Instead of a page of the shop's reviews: those that one widget picks. */
  picks?: PickQuery | undefined
  /** Also reads what is sold. */
  withOffer?: boolean | undefined
}

type FoundReview = PublicReview & { group: number }
type Row = [
  read: number, id: string | null, handle: string, title: string, image: string | null, description: string, version: number,
  counts: Record<string, number> | null, reviews: FoundReview[] | null, testimonials: FoundReview[] | null, offer: ProductOffer | null,
]

/**
 * Reads pages in one statement, however many: the rating summary and one page of the published reviews of each. Hidden and unready
 * media are left out, unknown products are missing from the list of their read.
 * @throws InvalidInput for a cursor that is not of this order
 */
export async function readPages(ctx: Ctx, reads: readonly PageRead[]): Promise<PageData[][]> {
  const values: unknown[] = [ctx.shop.id]
  const asked = reads.map(({ handle, parts, choice, testimonials, picks, withOffer = false }) => {
    const hasReviews = parts.includes('reviews')
    const position = hasReviews && choice.after !== null ? readCursor(ctx, { choice, ofShop: handle === null }, choice.after) : null
    const subject = handle === null ? 'shop' as const : typeof handle === 'string' ? 'product' as const : 'products' as const
    const from = values.length
    values.push(...(handle === null ? [] : [handle]), ...(position ? [new Date(position.createdMs), position.id] : []))
    const listed = testimonials && { ...testimonials, parameter: values.push(testimonials.ids) }
    return { subject, hasReviews, choice, fromGroup: position?.group ?? null, from, listed, picks, withOffer }
  })
  const rows = (await ctx.doors.read(ctx.shop.id, { text: statementFor(asked), values })) as Row[]
  return reads.map(({ choice }, read) => rows.filter(([of]) => of === read).map((row) => pageOf(ctx, choice, row)))
}

function pageOf(ctx: Ctx, choice: PageChoice, [_read, id, handle, title, image, description, version, counts, found, testimonials, offer]: Row): PageData {
  const reviews = found ?? []
  const last = reviews.length > choice.first ? reviews[choice.first - 1] : undefined
  return {
    product: id === null ? null : { id, handle, title, image, description, version, offer },
    summary: summaryOf(counts ?? {}), testimonials: testimonials ?? [], reviews: reviews.slice(0, choice.first), next: last ? writeCursor(ctx, { choice, ofShop: id === null }, last) : null,
  }
}

/** The shape of a read: what its statement is made of. */
interface AskedRead {
  subject: 'product' | 'products' | 'shop'
  hasReviews: boolean
  choice: PageChoice
  fromGroup: number | null
  /** How many parameters come before its own: the handle, then time and id of the review to go on from. */
  from: number
  listed: (TestimonialQuery & { parameter: number }) | undefined
  picks: PickQuery | undefined
  withOffer: boolean
}

/** Statements by what they are made of: sizes of pages and orders are few. */
const statements = new LRUCache<string, string>({ max: 500 })

function statementFor(reads: readonly AskedRead[]): string {
  const key = reads.map(({ subject, hasReviews, choice, fromGroup, listed, picks, withOffer }) => `${withOffer ? 'offer ' : ''}${picks ? `${picks.minimumRating} ${picks.withMedia} ${picks.first} ` : ''}${hasReviews ? `${subject} ${choice.sort} ${choice.rate} ${choice.first} ${fromGroup}` : subject} ${listed ? `${listed.source} ${listed.first}` : ''}`).join()
  let text = statements.get(key)
  if (text === undefined) statements.set(key, text = reads.map(writeRead).join(' union all '))
  return text
}

const millis = (column: string): string => `round(extract(epoch from ${column}) * 1000)`

/**
 * Every table names the shop by value, so that the planner sees one partition of each and not sixteen. `json` and not `jsonb`, which
 * costs twice the time to write. Reviews of the whole shop name their products.
 */
function writeRead(read: AskedRead, index: number): string {
  const { subject, hasReviews, from } = read
  const counts = (table: string, rows: string) => `(select json_object_agg(c.rate, c.count) from ${table} c where ${rows})`
  const reviews = read.picks ? writePage(`(${pickRows(read.picks)}) found order by ${pickOrder}`, true) : hasReviews ? writeReviews(read) : 'null::json'
  const testimonials = read.listed ? writeTestimonials(read.listed) : 'null::json'
  if (subject === 'shop') {
    const sums = `(select rate, sum(count) as count from "ReviewCount" where "shopId" = $1::uuid and status = 'published' group by rate)`
    return `
    select ${index}, null::uuid, '', '', null, '', 0, ${counts(sums, 'true')}, ${reviews}, ${testimonials}, null::json`
  }
  return `
    select ${index}, p.id, p.handle, p.title, p.image, left(p.description, 5000), p.version,
      ${counts('"ProductReviewCount"', `c."shopId" = $1::uuid and c."productId" = p.id and c.status = 'published'`)}, ${reviews}, ${testimonials},
      ${read.withOffer ? `json_build_object('vendor', p.vendor, 'currency', p.currency, 'variants', p.variants)` : 'null::json'}
    from "Product" p where p."shopId" = $1::uuid and p.handle = ${subject === 'products' ? `any($${from + 1}::text[])` : `$${from + 1}`} and p."deletedAt" is null`
}

function writeReviews({ subject, choice, fromGroup, from }: AskedRead): string {
  const way = choice.sort === 'oldest' ? 'asc' : 'desc'
  const take = `limit ${choice.first + 1}`
  const last = from + (subject === 'shop' ? 0 : 1)
  const beyond = `and (r."createdAt", r.id) ${way === 'asc' ? '>' : '<'} ($${last + 1}::timestamptz, $${last + 2}::uuid)`
  const ends = `order by r."createdAt" ${way}, r.id ${way} ${take}`
  const rangesOf = subject === 'shop' ? shopRanges : productRanges
  // A page that goes on from a group leaves out those before it.
  const ranges = groupsOf(choice, subject).flatMap((slices, group) => (fromGroup !== null && group < fromGroup ? [] : rangesOf(slices, `${group === fromGroup ? beyond : ''} ${ends}`)
    .map((rows) => `(select ${group} as "group", r.* from ${rows})`)))
  const merged = ranges.length > 1 || subject === 'shop' ? `order by found."group", found."createdAt" ${way}, found.id ${way} ${take}` : ''
  return writePage(`(${ranges.join(' union all ')}) found ${merged}`, subject === 'shop')
}

/** The testimonials, in their order. */
const writeTestimonials = (query: TestimonialQuery & { parameter: number }): string => writePage(`(${testimonialRows(query, query.parameter)}) found order by ${testimonialOrder}`, true)

/** Writes found rows of reviews as a JSON list. */
function writePage(found: string, withProducts: boolean): string {
  const named = withProducts ? `, (
          select json_build_object('title', p.title, 'image', p.image, 'handle', case when p."deletedAt" is null then p.handle end)
          from "Product" p where p."shopId" = $1::uuid and p.id = found."productId") as product` : ''
  return `(select json_agg(page) from (
        select found."group", found.id, found.title, found.content, found.rate, found."firstName", found."lastName", found."verifiedBy",
          found.incentivized, found.featured, found.country, found.language, found."variantTitle", found."replyContent", ${millis('found."replyAt"')} as "repliedMs", ${millis('found."createdAt"')} as "createdMs",
          case when found."hasMedia" then (
            select json_agg(json_build_object('kind', m.kind, 'key', m.key, 'posterKey', m."posterKey", 'seconds', m.seconds, 'width', m.width, 'height', m.height) order by m.position, m.id)
            from "ReviewMedia" m where m."shopId" = $1::uuid and m."reviewId" = found.id and m.status = 'ready' and not m.hidden) end as media${named}
        from ${found}) page)`
}

/** Reviews of the same stars that all have media or all have none; of any where neither is said. */
interface Slice {
  rate?: number
  hasMedia?: boolean
  /** Those of the whole shop that are pinned, or all others. */
  pinned?: boolean
}

const stars = [1, 2, 3, 4, 5]

/**
 * The slices of each group of an order: stars from five to one, or those with media first. Each slice is a range of an index that is
 * read no further than one page, so the ten thousandth review costs what the first does. Of a whole shop, pinned reviews come before
 * the newest.
 */
function groupsOf({ sort, rate }: PageChoice, subject: AskedRead['subject']): Slice[][] {
  const asked = rate === null ? stars : [rate]
  if (sort === 'media') return [true, false].map((hasMedia) => asked.map((rated) => ({ rate: rated, hasMedia })))
  const groups = asked.map((rated) => [true, false].map((hasMedia) => ({ rate: rated, hasMedia })))
  if (sort === 'highest') return groups.reverse()
  if (sort === 'lowest' || rate !== null) return groups
  return sort === 'recent' && subject === 'shop' ? [[{ pinned: true }], [{ pinned: false }]] : [[{}]]
}

/**
 * Each slice is a range of the index Review_shown_rate_idx, or of Review_shown_idx for reviews of any stars. These hold published reviews
 * only: under row-level security the planner looks up no status, but it uses an index whose rows all have it.
 */
function productRanges(slices: readonly Slice[], ends: string): string[] {
  return slices.map(({ rate, hasMedia }) => `"Review" r
            where r."shopId" = $1::uuid and r."productId" = p.id and r.status = 'published' ${rate === undefined ? '' : `and r.rate = ${rate} and r."hasMedia" = ${hasMedia}`} ${ends}`)
}

/** The slices of a whole shop are ranges of the index of facets, as in the merchant's list; the few pinned reviews have an index of their own. */
function shopRanges(slices: readonly Slice[], ends: string): string[] {
  const pinned = slices[0]?.pinned
  if (pinned) return [`(select * from "Review" r where r."shopId" = $1::uuid and r.pinned and r.status = 'published' ${ends}) r`]
  const facets = slices.flatMap(({ rate, hasMedia }) => facetsOf({ status: ['published'], rate: rate === undefined ? undefined : [rate], hasMedia }))
  return [`unnest('{${facets.join()}}'::smallint[]) f(facet) cross join lateral (select * from "Review" r where r."shopId" = $1::uuid and r.facet = f.facet ${pinned === false ? 'and not r.pinned' : ''} ${ends}) r`]
}

interface Position {
  group: number
  createdMs: number
  id: string
}

const orderName = ({ sort, rate }: PageChoice, ofShop: boolean) => `storefront-${ofShop ? 'shop-' : ''}${sort}${rate ?? ''}`

function writeCursor(ctx: Ctx, { choice, ofShop }: { choice: PageChoice; ofShop: boolean }, row: Position): string {
  return cursorsOf(ctx).write(orderName(choice, ofShop), [row.group, row.createdMs, row.id])
}

function readCursor(ctx: Ctx, { choice, ofShop }: { choice: PageChoice; ofShop: boolean }, cursor: string): Position {
  const key = cursorsOf(ctx).read<[number, number, string]>(orderName(choice, ofShop), cursor)
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
