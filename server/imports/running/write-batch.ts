import { v7 as uuidv7 } from 'uuid'
import { importedStatus, type PublishChoice } from '../../../rules/import-status.ts'
import type { Ctx } from '../../context.ts'
import { applyCounts, type CountDelta } from '../../reviews/counts.ts'
import { searchTextOf } from '../../reviews/search-text.ts'
import type { PlacedRow } from '../checking/report.ts'
import type { Review } from '../../generated/prisma/client.ts'
import type { ImportedReview, ImportedStatus, OwnReview } from '../sources/source.ts'
import { mapInTurns } from '../turns.ts'
import { mediaRows, writeMedia, type MediaRow } from './media-rows.ts'

export interface BatchTarget {
  importId: string
  fileName: string
  publish: PublishChoice
}

/**
 * Writes new reviews with their pictures, counters and products' versions: a fixed number of statements, however many rows.
 * Runs in the transaction that moves the import on. Answers how many went in; the others were there already.
 */
export async function writeBatch(tx: Ctx, target: BatchTarget, rows: readonly PlacedRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const titles = await productTitles(tx, rows)
  const newIds = rows.map(() => uuidv7())
  const media = rows.map((row, index) => mediaRows(tx, newIds[index] ?? '', row.review))
  const reviews = await mapInTurns(rows, (row, index) => reviewRow(tx, { id: newIds[index] ?? '', row, target, productTitle: titles.get(row.productId ?? '') ?? '', media: media[index] ?? [] }))
  const inserted = await tx.db.$queryRaw<{ id: string }[]>`
    insert into "Review" ("shopId", id, "productId", rate, title, content, "firstName", "lastName", email, status, "decidedBy", why, origin, source, "verifiedBy",
      featured, pinned, testimonial, edited, incentivized, "editRequest", "editRequestedAt", original, "beforeTrash", "replyContent", "replyAt", "variantTitle",
      language, country, location, type, "importId", "externalId", "contentHash", "originalRate", "createdAt", "enteredAt", "publishedAt", "deletedAt", "updatedAt",
      "searchText")
    select ${tx.shop.id}::uuid, id, "productId", rate, title, content, "firstName", "lastName", email, status, "decidedBy", why, origin, source, "verifiedBy",
      featured, pinned, testimonial, edited, incentivized, "editRequest", "editRequestedAt", original, "beforeTrash", "replyContent", "replyAt", "variantTitle",
      language, country, location, type, ${target.importId}::uuid, "externalId", "contentHash", "originalRate", "createdAt", "enteredAt", "publishedAt", "deletedAt", "enteredAt",
      "searchText"
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r(id uuid, "productId" uuid, rate smallint, title text, content text, "firstName" text, "lastName" text,
      email text, status "ReviewStatus", "decidedBy" "DecidedBy", why jsonb, origin "ReviewOrigin", source "ReviewSource", "verifiedBy" "VerifiedBy", featured boolean,
      pinned boolean, testimonial boolean, edited boolean, incentivized boolean, "editRequest" "EditRequestStatus", "editRequestedAt" timestamptz, original jsonb,
      "beforeTrash" jsonb, "replyContent" text, "replyAt" timestamptz, "variantTitle" text, language text, country text, location text, type text, "externalId" text,
      "contentHash" text, "originalRate" text, "createdAt" timestamptz, "enteredAt" timestamptz, "publishedAt" timestamptz, "deletedAt" timestamptz, "searchText" text)
    on conflict do nothing
    returning id`
  const ids = new Set(inserted.map(({ id }) => id))
  const written = reviews.flatMap((review, index) => (ids.has(review.id) ? [{ review, media: media[index] ?? [] }] : []))
  await writeMedia(tx, written.flatMap((one) => one.media))
  await applyCounts(tx, written.map(({ review }): CountDelta => ({ productId: review.productId, status: review.status, source: review.source, rate: review.rate, by: 1 })))
  await touchProducts(tx, written.map(({ review }) => review))
  const published = written.filter(({ review }) => review.status === 'published').map(({ review }) => review)
  if (published.length > 0)
    await tx.emit('review.published', { ids: published.map(({ id }) => id), productIds: [...new Set(published.flatMap(({ productId }) => productId ?? []))] })
  return written.length
}

interface RowInput {
  id: string
  row: PlacedRow
  target: BatchTarget
  productTitle: string
  media: readonly MediaRow[]
}

function reviewRow(tx: Ctx, { id, row, target, productTitle, media }: RowInput) {
  const { review } = row
  const now = tx.now().toISOString()
  const status = importedStatus(review.status, target.publish)
  const [firstName, lastName] = review.own ? [review.own.firstName, review.own.lastName] : splitName(review.author)
  const { title, content, email } = review
  return {
    id,
    productId: row.productId,
    rate: review.rate,
    title, content, firstName, lastName, email, status,
    featured: review.featured,
    replyContent: review.reply?.content ?? null,
    replyAt: review.reply ? (review.reply.at?.toISOString() ?? now) : null,
    location: review.location,
    externalId: review.externalId,
    contentHash: row.hash,
    originalRate: review.originalRate,
    createdAt: review.createdAt?.toISOString() ?? now,
    enteredAt: now,
    publishedAt: status === 'published' ? now : null,
    // It lies in the bin from today, whenever it was thrown away where it comes from.
    deletedAt: status === 'deleted' ? now : null,
    searchText: searchTextOf({ title, content, firstName, lastName, email }, productTitle),
    ...foreign,
    ...toldByFile(review),
    why: { code: `import.${status}`, params: { file: target.fileName, row: row.row } },
    ...(review.own && ownColumns(review.own, { kept: status === review.status, media })),
  }
}

/** What a review of another app is, and what no other app tells. */
const foreign = {
  decidedBy: 'import', origin: 'imported', testimonial: false, edited: false,
  editRequest: null, editRequestedAt: null, original: null, beforeTrash: null, language: null, type: 'review',
} satisfies Partial<Record<keyof Review, unknown>>

/** A file proves no order: whom it calls verified bears the mark that a merchant gives (domain rule 9). */
function toldByFile({ source, verified, pinned, incentivized, variantTitle, country }: ImportedReview) {
  return { source, verifiedBy: verified ? 'merchant' : 'none', pinned, incentivized, variantTitle, country }
}

/** A review of ours is what it was. `kept`: its status is not the merchant's choice for this import but that of the file. */
function ownColumns(own: OwnReview, { kept, media }: { kept: boolean; media: readonly MediaRow[] }) {
  const { origin, source, verifiedBy, pinned, testimonial, edited, incentivized, variantTitle, language, country, type, beforeTrash } = own
  const newIds = new Map(own.media.map(({ id }, at) => [id, media[at]?.id]))
  const shown = (own.original?.media ?? []) as { id: string; hidden: boolean }[]
  // The mail of an open request leads to the review it was made for.
  const answered = own.editRequest === 'unconfirmed' ? null : own.editRequest
  return {
    origin, source, verifiedBy, pinned, testimonial, edited, incentivized, variantTitle, language, country, type, beforeTrash,
    ...(kept && { decidedBy: own.decidedBy, why: own.why, publishedAt: own.publishedAt?.toISOString() ?? null }),
    editRequest: answered,
    editRequestedAt: answered ? (own.editRequestedAt?.toISOString() ?? null) : null,
    original: own.original && { ...own.original, media: shown.flatMap(({ id, hidden }) => { const now = newIds.get(id); return now ? [{ id: now, hidden }] : [] }) },
  }
}

/** First word and the rest: together they are the name as it was written. */
function splitName(author: string): [string, string] {
  const space = author.indexOf(' ')
  return space < 0 ? [author, ''] : [author.slice(0, space), author.slice(space + 1)]
}

async function productTitles(tx: Ctx, rows: readonly PlacedRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ productId }) => productId ?? []))]
  if (ids.length === 0) return new Map()
  const products = await tx.db.product.findMany({ where: { shopId: tx.shop.id, id: { in: ids } }, select: { id: true, title: true } })
  return new Map(products.map(({ id, title }) => [id, title]))
}

/** Notes the import at its products and makes the storefront forget what it keeps of those that show more now. */
async function touchProducts(tx: Ctx, written: readonly { productId: string | null; status: ImportedStatus }[]): Promise<void> {
  const ids = [...new Set(written.flatMap(({ productId }) => productId ?? []))]
  if (ids.length === 0) return
  await tx.db.product.updateMany({ where: { shopId: tx.shop.id, id: { in: ids } }, data: { version: { increment: 1 }, lastImportedAt: tx.now() } })
  const seen = new Set(written.flatMap(({ productId, status }) => (status === 'published' && productId) || []))
  for (const id of seen) tx.publish('product', id)
}
