import { recordFacts } from '../../../shop/analytics/facts.ts'
import type { Ctx } from '../../../core/context.ts'
import { Prisma, type Review } from '../../../generated/prisma/client.ts'
import { raiseProductVersions } from '../../../shop/products/products.ts'
import { applyCounts } from '../counts.ts'
import { arrivalFacts } from '../review-facts.ts'
import { buildSearchText } from '../search-text.ts'
import { addHistory, productIdsOf, type ChangeAuthor } from '../write-reviews.ts'

type Needed =
  | 'id'
  | 'productId'
  | 'rate'
  | 'title'
  | 'content'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'status'
  | 'decidedBy'
  | 'why'
  | 'origin'
  | 'source'
  | 'publishedAt'
type Filled = 'shopId' | 'enteredAt' | 'updatedAt' | 'searchText' | 'version' | 'editRequestId'

/** A review before it is stored. Omitted columns get their default; `createdAt` is now. */
export type NewReview = Pick<Review, Needed> & Partial<Omit<Review, Needed | Filled>>

/** Type and default of each column. */
const columns: Record<
  Exclude<keyof NewReview, 'facet'> | 'searchText',
  string | readonly [type: string, otherwise: string]
> = {
  id: 'uuid',
  productId: 'uuid',
  customerId: 'uuid',
  orderId: 'uuid',
  importId: 'uuid',
  channel: 'text',
  deliveredAt: 'timestamptz',
  emailConfirmedAt: 'timestamptz',
  externalId: 'text',
  contentHash: 'text',
  originalRate: 'text',
  rate: 'smallint',
  title: 'text',
  content: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  searchText: 'text',
  status: '"ReviewStatus"',
  decidedBy: '"DecidedBy"',
  why: 'jsonb',
  origin: '"ReviewOrigin"',
  source: '"ReviewSource"',
  verifiedBy: ['"VerifiedBy"', `'none'`],
  featured: ['boolean', 'false'],
  pinned: ['boolean', 'false'],
  testimonial: ['boolean', 'false'],
  edited: ['boolean', 'false'],
  incentivized: ['boolean', 'false'],
  hasMedia: ['boolean', 'false'],
  editRequest: '"EditRequestStatus"',
  editRequestedAt: 'timestamptz',
  original: 'jsonb',
  beforeTrash: 'jsonb',
  replyContent: 'text',
  replyAt: 'timestamptz',
  variantTitle: ['text', `''`],
  language: 'text',
  locale: 'text',
  country: 'text',
  location: ['text', `''`],
  type: ['text', `'review'`],
  helpful: ['integer', '0'],
  unhelpful: ['integer', '0'],
  openReports: ['integer', '0'],
  openObjection: ['boolean', 'false'],
  assigneeId: 'uuid',
  createdAt: ['timestamptz', 'now.at'],
  publishedAt: 'timestamptz',
  deletedAt: 'timestamptz',
}
const named = Object.entries(columns)
const names = Prisma.raw(named.map(([name]) => `"${name}"`).join(', '))
const values = Prisma.raw(
  named
    .map(([name, type]) => (typeof type === 'string' ? `r."${name}"` : `coalesce(r."${name}", ${type[1]})`))
    .join(', '),
)
const definition = Prisma.raw(
  named.map(([name, type]) => `"${name}" ${typeof type === 'string' ? type : type[0]}`).join(', '),
)

interface Arrival {
  /** Origin of the reviews, which selects their metric and first history entry. */
  as: 'submitted' | 'created' | 'imported'
  media?: readonly Prisma.ReviewMediaCreateManyInput[]
  /** Absent for imports: a million entries would only repeat the reviews' own data. */
  history?: { by: ChangeAuthor; after: object }
  event?: 'review.submitted'
  /** Network of a shopper who is unknown, for limits of what follows. */
  network?: string | undefined
}

/**
 * Stores new reviews of any origin: rows, photos, history, counters, product versions, search text, facts and events.
 * Uses a fixed number of statements for up to 1,000 rows, within a transaction. Skips reviews that exist by their
 * external id.
 * @returns the stored ids
 */
export async function insertReviews(
  tx: Ctx,
  rows: readonly NewReview[],
  { as, media = [], history, event, network }: Arrival,
): Promise<string[]> {
  if (rows.length === 0) return []
  const stored = await insertRows(tx, rows)
  const [arrived, ids] = [
    rows.filter(({ id }) => stored.has(id)),
    rows.flatMap(({ id }) => (stored.has(id) ? [id] : [])),
  ]
  const pictures = media.filter(({ reviewId }) => stored.has(reviewId))
  for (let start = 0; start < pictures.length; start += 1000)
    await tx.db.reviewMedia.createMany({ data: pictures.slice(start, start + 1000) })
  await applyCounts(
    tx,
    arrived.map(({ productId, status, source, rate }) => ({ productId, status, source, rate, by: 1 })),
  )
  if (history) await addHistory(tx, { action: as, ...history, entries: ids.map((reviewId) => ({ reviewId })) })
  recordFacts(
    tx,
    arrivalFacts(arrived, { as, at: tx.now(), withMedia: new Set(pictures.map(({ reviewId }) => reviewId)) }),
  )
  if (as !== 'imported') await tx.emit('review.created', { ids })
  if (event) await tx.emit(event, { ids, ...(network && { network }) })
  const shown = arrived.filter(({ status }) => status === 'published')
  const productsOf = (some: readonly NewReview[]) => some.map(({ productId }) => productId)
  await (as === 'imported'
    ? raiseProductVersions(tx, productsOf(arrived), { lastImportedAt: tx.now() })
    : raiseProductVersions(tx, productsOf(shown)))
  if (shown.length > 0)
    await tx.emit('review.published', {
      ids: shown.map(({ id }) => id),
      productIds: productIdsOf(shown),
      ...(as === 'imported' && { imported: true as const }),
    })
  return ids
}

async function insertRows(tx: Ctx, rows: readonly NewReview[]): Promise<Set<string>> {
  const titles = await productTitles(tx, productIdsOf(rows))
  const full = rows.map((row) => ({ ...row, searchText: buildSearchText(row, titles.get(row.productId ?? '')) }))
  const stored = await tx.db.$queryRaw<{ id: string }[]>`
    insert into "Review" ("shopId", "enteredAt", "updatedAt", ${names})
    select ${tx.shop.id}::uuid, now.at, now.at, ${values}
    from (select ${tx.now()}::timestamptz as at) as now, jsonb_to_recordset(${JSON.stringify(full)}::jsonb) as r(${definition})
    on conflict do nothing
    returning id`
  return new Set(stored.map(({ id }) => id))
}

async function productTitles(tx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const products = await tx.db.product.findMany({
    where: { shopId: tx.shop.id, id: { in: [...ids] } },
    select: { id: true, title: true },
  })
  return new Map(products.map(({ id, title }) => [id, title]))
}
