import { LRUCache } from 'lru-cache'
import type { Part } from '../../../../client/storefront/widgets/widgets.ts'
import type { Stars, Summary } from '../../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../../core/context.ts'
import { readForShopper } from '../../../core/database/read-for-shopper.ts'
import { makeCursors } from '../../../core/database/cursor.ts'
import { InvalidInput } from '../../../core/errors.ts'
import type { ReviewOrigin, ReviewSource } from '../../../../rules/review-status.ts'
import { isHandle } from '../../../../rules/product-handle.ts'
import { listShownLanguages } from '../../../reviews/reviews/translations.ts'
import type { PageChoice } from './choice.ts'
import { chosenValues, pageRows, votedGroup, type RangeParameters } from './page-ranges.ts'
import { shownTranslation } from './translation-sql.ts'
import { writeReviewToolsColumn, type ReviewToolsData } from './review-tools-columns.ts'
import { pickOrder, pickRows, type PickQuery } from './picks.ts'
import { testimonialOrder, testimonialRows, type TestimonialQuery } from './testimonials.ts'

/** A published review with public fields only; times in milliseconds. */
export interface PublicReview {
  id: string
  title: string
  content: string
  rate: number
  firstName: string
  lastName: string
  verifiedBy: 'none' | 'merchant' | 'order'
  incentivized: boolean
  origin: ReviewOrigin
  source: ReviewSource
  channel: string | null
  hasOrder: boolean
  /** When the order that proves it was delivered. */
  deliveredMs: number | null
  featured: boolean
  pinned: boolean
  variant: string
  replyContent: string | null
  repliedMs: number | null
  createdMs: number
  helpful: number
  unhelpful: number
  /** ISO code from the order. */
  country: string | null
  /** Language of the text, if known: `de`. */
  language: string | null
  media:
    { kind: 'image' | 'video'; key: string; posterKey: string; seconds: number; width: number; height: number }[] | null
  /** Translation into the page's language, if it exists. */
  translation?: Translation | null
  /** Only on pages of the shop; `handle` is null for a deleted product. */
  product?: { handle: string | null; title: string; image: string | null } | null
}

export interface Translation {
  language: string
  title: string
  text: string
  /** Language of the original, if known. */
  sourceLanguage: string | null
}

/** Product data for search engines. */
interface ProductOffer {
  vendor: string
  currency: string
  variants: { sku: string; barcode?: string; priceCents: number }[]
}

export interface PageData {
  product: {
    id: string
    handle: string
    title: string
    image: string | null
    description: string
    version: number
    offer: ProductOffer | null
  } | null
  summary: Summary
  reviews: PublicReview[]
  testimonials: PublicReview[]
  /** Cursor of the next page; null on the last. */
  next: string | null
  /** Only for a review box. */
  reading?: ReviewToolsData | undefined
}

/** Selects one product, several (only summaries), or the whole shop (null). */
export interface PageRead {
  handle: string | readonly string[] | null
  parts: readonly Part[]
  choice: PageChoice
  /** Selects testimonials, for widgets that show them. */
  testimonials?: TestimonialQuery | undefined
  /** Selects a widget's own reviews instead of a page of the shop's. */
  picks?: PickQuery | undefined
  /** Also reads the product's offer. */
  withOffer?: boolean | undefined
}

type FoundReview = PublicReview & { group: number }
type Row = [
  read: number,
  id: string | null,
  handle: string,
  title: string,
  image: string | null,
  description: string,
  version: number,
  counts: Record<string, number> | null,
  reviews: FoundReview[] | null,
  testimonials: FoundReview[] | null,
  linked: FoundReview[] | null,
  reading: ReviewToolsData | null,
  offer: ProductOffer | null,
]

/**
 * Reads any number of pages in one statement: the rating summary and one page of published reviews each. Omits hidden
 * and unready media, and unknown products.
 * @throws InvalidInput for a cursor of another order
 */
export async function readPages(ctx: Ctx, reads: readonly PageRead[]): Promise<PageData[][]> {
  const values: unknown[] = [ctx.shop.id]
  const languages = reads.some(({ parts, testimonials, picks }) => parts.includes('reviews') || testimonials || picks)
    ? await listShownLanguages(ctx)
    : []
  const translated = languages.length > 0 ? values.push(languages) : null
  const asked = reads.map(({ handle, parts, choice, testimonials, picks, withOffer = false }) => {
    const hasReviews = parts.includes('reviews')
    const position =
      hasReviews && choice.after !== null ? readCursor(ctx, { choice, ofShop: handle === null }, choice.after) : null
    const subject =
      handle === null ? ('shop' as const) : typeof handle === 'string' ? ('product' as const) : ('products' as const)
    const take = (value: unknown) => (value === null || value === undefined ? null : values.push(value))
    const named = take(typeof handle === 'string' ? (isHandle(handle) ? handle : '') : handle?.filter(isHandle)) ?? 0
    const chosen = chosenValues(choice, handle === null ? 'shop' : 'product')
    const listed = testimonials && { ...testimonials, parameter: values.push(testimonials.ids) }
    const hasReading = hasReviews && !picks && parts.includes('reading')
    const parameters: RangeParameters = {
      // Only reviews with votes continue from a number of votes.
      helpful: position && position.group === votedGroup(choice) ? take(position.helpful) : null,
      createdAt: take(position && new Date(position.createdMs)),
      id: take(position?.id),
      ...(hasReviews
        ? { words: take(chosen.words), language: take(chosen.language), variant: take(chosen.variant) }
        : { words: null, language: null, variant: null }),
      translated,
    }
    return {
      subject,
      hasReviews,
      choice,
      fromGroup: position?.group ?? null,
      named,
      parameters,
      listed,
      picks,
      withOffer,
      hasReading,
      linked: hasReading ? take(choice.review) : null,
    }
  })
  const rows = (await readForShopper(ctx, { text: statementFor(asked), values })) as Row[]
  // Picked reviews have their own page size.
  return reads.map(({ choice, picks }, read) =>
    rows
      .filter(([of]) => of === read)
      .map((row) => pageOf(ctx, picks ? { ...choice, first: picks.first } : choice, row)),
  )
}

function pageOf(
  ctx: Ctx,
  choice: PageChoice,
  [_read, id, handle, title, image, description, version, counts, listed, testimonials, linked, reading, offer]: Row,
): PageData {
  const reviews = listed ?? []
  const last = reviews.length > choice.first ? reviews[choice.first - 1] : undefined
  return {
    product: id === null ? null : { id, handle, title, image, description, version, offer },
    summary: summaryOf(counts ?? {}),
    testimonials: testimonials ?? [],
    reviews: withLinked(choice, reviews.slice(0, choice.first), linked?.[0]),
    ...(reading && { reading }),
    next: last ? writeCursor(ctx, { choice, ofShop: id === null }, last) : null,
  }
}

/** Puts the review linked in the address first, on the first page only. */
function withLinked({ after }: PageChoice, reviews: PublicReview[], linked: PublicReview | undefined): PublicReview[] {
  if (!linked) return reviews
  const others = reviews.filter(({ id }) => id !== linked.id)
  return after ? others : [linked, ...others]
}

/** Properties of a read that determine its SQL. */
interface AskedRead {
  subject: 'product' | 'products' | 'shop'
  hasReviews: boolean
  choice: PageChoice
  fromGroup: number | null
  /** Parameter numbers; 0 for the handle of a whole shop. */
  named: number
  parameters: RangeParameters
  linked: number | null
  hasReading: boolean
  listed: (TestimonialQuery & { parameter: number }) | undefined
  picks: PickQuery | undefined
  withOffer: boolean
}

/** SQL texts by shape: page sizes and orders are few. */
const statements = new LRUCache<string, string>({ max: 500 })

function statementFor(reads: readonly AskedRead[]): string {
  const key = reads
    .map(
      ({ subject, hasReviews, choice, fromGroup, listed, picks, withOffer, parameters, linked, hasReading }) =>
        `${parameters.translated} ${withOffer ? 'offer ' : ''}${picks ? `${picks.minimumRating} ${picks.withMedia} ${picks.first} ` : ''}${hasReviews ? `${subject} ${choice.sort} ${choice.isPinnedFirst} ${choice.rate} ${choice.media} ${choice.verified} ${choice.first} ${fromGroup} ${hasReading} ${hasReading && choice.after === null} ${linked} ${Object.values(parameters).join(' ')}` : subject} ${listed ? `${listed.source} ${listed.first}` : ''}`,
    )
    .join()
  let text = statements.get(key)
  if (text === undefined) statements.set(key, (text = reads.map(writeRead).join(' union all ')))
  return text
}

const millis = (column: string): string => `round(extract(epoch from ${column}) * 1000)`

/**
 * Names the shop by value in every table, so that the planner reads one partition and not sixteen. Uses `json`, because
 * `jsonb` takes twice the time to write. Reviews of the whole shop include their products.
 */
function writeRead(read: AskedRead, index: number): string {
  const {
    subject,
    hasReviews,
    named,
    parameters: { translated },
  } = read
  const counts = (table: string, rows: string) =>
    `(select json_object_agg(c.rate, c.count) from ${table} c where ${rows})`
  const reviews = read.picks
    ? writePage(`(${pickRows(read.picks)}) found order by ${pickOrder}`, { withProducts: true, translated })
    : hasReviews
      ? writeReviews(read)
      : 'null::json'
  const testimonials = read.listed ? writeTestimonials(read.listed, translated) : 'null::json'
  const more = `${read.linked ? writeLinked(read) : 'null::json'}, ${read.hasReading ? writeReviewToolsColumn(subject === 'shop' ? 'shop' : 'product', read.choice.after === null) : 'null::json'}`
  if (subject === 'shop') {
    const sums = `(select rate, sum(count) as count from "ReviewCount" where "shopId" = $1::uuid and status = 'published' group by rate)`
    return `
    select ${index}, null::uuid, '', '', null, '', 0, ${counts(sums, 'true')}, ${reviews}, ${testimonials}, ${more}, null::json`
  }
  return `
    select ${index}, p.id, p.handle, p.title, p.image, left(p.description, 5000), p.version,
      ${counts('"ProductReviewCount"', `c."shopId" = $1::uuid and c."productId" = p.id and c.status = 'published'`)}, ${reviews}, ${testimonials}, ${more},
      ${read.withOffer ? `json_build_object('vendor', p.vendor, 'currency', p.currency, 'variants', p.variants)` : 'null::json'}
    from "Product" p where p."shopId" = $1::uuid and p.handle = ${subject === 'products' ? `any($${named}::text[])` : `$${named}`} and p."deletedAt" is null`
}

const writeReviews = ({ subject, choice, fromGroup, parameters }: AskedRead): string =>
  writePage(pageRows({ subject: subject === 'shop' ? 'shop' : 'product', choice, fromGroup, parameters }), {
    withProducts: subject === 'shop',
    translated: parameters.translated,
  })

const writeLinked = ({ subject, linked, parameters: { translated } }: AskedRead): string =>
  writePage(
    `(select 0 as "group", r.* from "Review" r
  where r."shopId" = $1::uuid and r.id = $${linked}::uuid and r.status = 'published'${subject === 'shop' ? '' : ' and r."productId" = p.id'}) found`,
    { withProducts: subject === 'shop', translated },
  )

const writeTestimonials = (query: TestimonialQuery & { parameter: number }, translated: number | null): string =>
  writePage(`(${testimonialRows(query, query.parameter)}) found order by ${testimonialOrder}`, {
    withProducts: true,
    translated,
  })

/** Writes rows of reviews as a JSON list. `translated` is the number of the parameter with the languages. */
function writePage(
  found: string,
  { withProducts, translated }: { withProducts: boolean; translated: number | null },
): string {
  const named = withProducts
    ? `, (
          select json_build_object('title', p.title, 'image', p.image, 'handle', case when p."deletedAt" is null then p.handle end)
          from "Product" p where p."shopId" = $1::uuid and p.id = found."productId") as product`
    : ''
  const translation = translated ? `, (${shownTranslation('found', translated)}) as translation` : ''
  return `(select json_agg(page) from (
        select found."group", found.id, found.title, found.content, found.rate, found."firstName", found."lastName", found."verifiedBy",
          found.incentivized, found.origin, found.source, found.channel, found."orderId" is not null as "hasOrder", case when found."verifiedBy" = 'order' then ${millis('found."deliveredAt"')} end as "deliveredMs", found.featured, found.pinned, found.country, found.helpful, found.unhelpful, found."variantTitle" as variant, found.language, found."replyContent", ${millis('found."replyAt"')} as "repliedMs", ${millis('found."createdAt"')} as "createdMs",
          case when found."hasMedia" then (
            select json_agg(json_build_object('kind', m.kind, 'key', m.key, 'posterKey', m."posterKey", 'seconds', m.seconds, 'width', m.width, 'height', m.height) order by m.position, m.id)
            from "ReviewMedia" m where m."shopId" = $1::uuid and m."reviewId" = found.id and m.status = 'ready' and not m.hidden) end as media${named}${translation}
        from ${found}) page)`
}

interface Position {
  group: number
  helpful: number
  createdMs: number
  id: string
}

const orderName = ({ sort, rate, isPinnedFirst }: PageChoice, ofShop: boolean) =>
  `storefront-${ofShop ? 'shop-' : ''}${isPinnedFirst ? 'pinned-' : ''}${sort}${rate ?? ''}`

function writeCursor(ctx: Ctx, { choice, ofShop }: { choice: PageChoice; ofShop: boolean }, row: Position): string {
  return makeCursors(ctx).write(orderName(choice, ofShop), [row.group, row.createdMs, row.id, row.helpful])
}

function readCursor(ctx: Ctx, { choice, ofShop }: { choice: PageChoice; ofShop: boolean }, cursor: string): Position {
  const key = makeCursors(ctx).read<[number, number, string, number]>(orderName(choice, ofShop), cursor)
  if (!key) throw new InvalidInput({ after: 'malformedCursor' })
  const [group, createdMs, id, helpful] = key
  return { group, createdMs, id, helpful }
}

function summaryOf(counts: Record<string, number>): Summary {
  const of = (stars: Stars) => counts[stars] ?? 0
  const histogram = { 5: of(5), 4: of(4), 3: of(3), 2: of(2), 1: of(1) }
  const count = histogram[5] + histogram[4] + histogram[3] + histogram[2] + histogram[1]
  const sum = histogram[5] * 5 + histogram[4] * 4 + histogram[3] * 3 + histogram[2] * 2 + histogram[1]
  return { count, average: count ? Math.round((sum / count) * 100) / 100 : 0, histogram }
}
