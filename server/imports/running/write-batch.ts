import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../../context.ts'
import { applyCounts, type CountDelta } from '../../reviews/counts.ts'
import { searchTextOf } from '../../reviews/search-text.ts'
import type { PlacedRow } from '../checking/report.ts'
import type { PublishChoice } from '../answers.ts'
import type { ImportedStatus } from '../sources/source.ts'

export interface BatchTarget {
  importId: string
  fileName: string
  publish: PublishChoice
}

/**
 * Where an imported review stands (decisions 'Imports'). The merchant's choice is between published and pending and is about
 * those two only: what the source hid or took for spam is never made visible. A file without statuses held visible reviews.
 */
export function statusOf(inFile: ImportedStatus | null, publish: PublishChoice): ImportedStatus {
  const status = inFile ?? 'published'
  if (publish === 'AS_IN_FILE' || (status !== 'published' && status !== 'pending')) return status
  return publish === 'PUBLISHED' ? 'published' : 'pending'
}

/**
 * Writes new reviews with their pictures, counters and products' versions: a fixed number of statements, however many rows.
 * Runs in the transaction that moves the import on. Answers how many went in; the others were there already.
 */
export async function writeBatch(tx: Ctx, target: BatchTarget, rows: readonly PlacedRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const titles = await productTitles(tx, rows)
  const reviews = rows.map((row) => reviewRow(tx, { row, target, productTitle: titles.get(row.productId ?? '') ?? '' }))
  const inserted = await tx.db.$queryRaw<{ id: string }[]>`
    insert into "Review" ("shopId", id, "productId", rate, title, content, "firstName", "lastName", email, status, "decidedBy", why, origin, source,
      featured, "replyContent", "replyAt", location, "importId", "externalId", "contentHash", "originalRate", "createdAt", "enteredAt", "publishedAt", "updatedAt", "searchText")
    select ${tx.shop.id}::uuid, id, "productId", rate, title, content, "firstName", "lastName", email, status, 'import', why, 'imported', 'imported',
      featured, "replyContent", "replyAt", location, ${target.importId}::uuid, "externalId", "contentHash", "originalRate", "createdAt", "enteredAt", "publishedAt", "enteredAt", "searchText"
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r(id uuid, "productId" uuid, rate smallint, title text, content text, "firstName" text, "lastName" text,
      email text, status "ReviewStatus", why jsonb, featured boolean, "replyContent" text, "replyAt" timestamptz, location text, "externalId" text, "contentHash" text,
      "originalRate" text, "createdAt" timestamptz, "enteredAt" timestamptz, "publishedAt" timestamptz, "searchText" text)
    on conflict do nothing
    returning id`
  const ids = new Set(inserted.map(({ id }) => id))
  const written = reviews.flatMap((review, index) => (ids.has(review.id) ? [{ review, pictures: rows[index]?.review.pictures ?? [] }] : []))
  await writePictures(tx, written)
  await applyCounts(tx, written.map(({ review }): CountDelta => ({ productId: review.productId, status: review.status, source: 'imported', rate: review.rate, by: 1 })))
  await touchProducts(tx, written.flatMap(({ review }) => review.productId ?? []))
  const published = written.filter(({ review }) => review.status === 'published').map(({ review }) => review)
  if (published.length > 0)
    await tx.emit('review.published', { ids: published.map(({ id }) => id), productIds: [...new Set(published.flatMap(({ productId }) => productId ?? []))] })
  return written.length
}

function reviewRow(tx: Ctx, { row, target, productTitle }: { row: PlacedRow; target: BatchTarget; productTitle: string }) {
  const { review } = row
  const now = tx.now().toISOString()
  const status = statusOf(review.status, target.publish)
  const [firstName, lastName] = splitName(review.author)
  const { title, content, email } = review
  return {
    id: uuidv7(),
    productId: row.productId,
    rate: review.rate,
    title, content, firstName, lastName, email, status,
    why: { code: `import.${status}`, params: { file: target.fileName, row: row.row } },
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
    searchText: searchTextOf({ title, content, firstName, lastName, email }, productTitle),
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

/** Pictures wait as rows until they are fetched, host by host. */
async function writePictures(tx: Ctx, written: readonly { review: { id: string }; pictures: readonly string[] }[]): Promise<void> {
  const now = new Date()
  const data = written.flatMap(({ review, pictures }) => pictures.map((sourceUrl, position) => ({
    shopId: tx.shop.id, id: uuidv7(), reviewId: review.id, status: 'pending' as const, position, sourceUrl,
    host: hostOf(sourceUrl), nextAt: now, createdAt: tx.now(),
  })))
  for (let start = 0; start < data.length; start += 1000) await tx.db.reviewMedia.createMany({ data: data.slice(start, start + 1000) })
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** Raises the versions that the storefront's cache is keyed by. In the order of ids, so that two batches never wait in a ring. */
async function touchProducts(tx: Ctx, productIds: readonly string[]): Promise<void> {
  const ids = [...new Set(productIds)].sort()
  if (ids.length === 0) return
  await tx.db.product.updateMany({ where: { shopId: tx.shop.id, id: { in: ids } }, data: { version: { increment: 1 }, lastImportedAt: tx.now() } })
}
