import type { Ctx } from '../../context.ts'
import type { RawRecord } from '../reading/csv.ts'
import { shorten } from '../reading/text.ts'
import type { ImportedReview, Reading, RecordReader } from '../sources/source.ts'
import { contentHash, productKey } from './fingerprint.ts'
import type { PlacedRow, ReadRow, RowProblem } from './report.ts'

/** Reads raw records; what cannot be read is told by its cells. */
export function readRows(reader: RecordReader, records: readonly RawRecord[], reading: Reading): { rows: ReadRow[]; problems: RowProblem[] } {
  const rows: ReadRow[] = []
  const problems: RowProblem[] = []
  for (const { row, cells, broken } of records) {
    if (broken) {
      problems.push({ row, column: '', value: shorten(cells.join(' '), 200), reason: broken, ...(broken === 'quoteNotClosed' && { params: { row } }) })
      continue
    }
    const result = reader.read(cells, reading)
    if ('bad' in result) problems.push(...result.bad.map((problem) => ({ row, ...problem })))
    else rows.push({ row, review: result.ok, remarks: result.remarks })
  }
  return { rows, problems }
}

/** Reviews already there, by their lasting id and by what they say. */
export class KnownReviews {
  readonly #ids = new Set<string>()
  readonly #idsByHash = new Map<string, (string | null)[]>()

  add(externalId: string | null, hash: string | null): void {
    if (externalId) this.#ids.add(externalId)
    if (hash) this.#idsByHash.set(hash, [...(this.#idsByHash.get(hash) ?? []), externalId])
  }

  /**
   * Whether a review is one of these: by its id, or, where one side has no id or another app's, by its content.
   * Two ids of one app are two reviews, however alike they are.
   */
  has(externalId: string | null, hashes: readonly string[]): boolean {
    if (externalId && this.#ids.has(externalId)) return true
    return hashes.some((hash) => this.#idsByHash.get(hash)?.some((id) => !id || !externalId || appOf(id) !== appOf(externalId)))
  }
}

const appOf = (externalId: string): string => externalId.slice(0, externalId.indexOf(':'))

/**
 * Finds each review's product (by platform id, then handle) and whether the shop has the review, in two statements.
 * `seen` remembers the rows of the file; without one only the rows of this call are compared with each other.
 */
export async function placeRows(ctx: Ctx, rows: readonly ReadRow[], seen = new KnownReviews()): Promise<PlacedRow[]> {
  const products = await findProducts(ctx, rows.map(({ review }) => review))
  const shopId = ctx.shop.id
  const found = rows.map((one) => {
    const { product } = one.review
    const key = productKey(product)
    const productId = products.byPlatformId.get(product.platformId) ?? products.byHandle.get(product.handle) ?? null
    const byKey = contentHash(shopId, key, one.review)
    const hashes = productId ? [contentHash(shopId, productId, one.review), byKey] : [byKey]
    return { ...one, productId, matched: productId !== null || key === '', hash: hashes[0] ?? byKey, hashes }
  })
  const known = await findKnown(ctx, found.map(({ review, hashes }) => ({ externalId: review.externalId, hashes })))
  return found.map(({ hashes, ...one }) => {
    const { externalId } = one.review
    const duplicate = known.has(externalId, hashes) || seen.has(externalId, hashes)
    if (!duplicate) seen.add(externalId, one.hash)
    return { ...one, duplicate }
  })
}

async function findProducts(ctx: Ctx, reviews: readonly ImportedReview[]): Promise<{ byPlatformId: Map<string, string>; byHandle: Map<string, string> }> {
  const platformIds = distinct(reviews.map(({ product }) => product.platformId))
  const handles = distinct(reviews.map(({ product }) => product.handle))
  if (platformIds.length + handles.length === 0) return { byPlatformId: new Map(), byHandle: new Map() }
  const products = await ctx.db.product.findMany({
    where: { shopId: ctx.shop.id, deletedAt: null, OR: [{ platformId: { in: platformIds } }, { handle: { in: handles } }] },
    select: { id: true, platformId: true, handle: true },
  })
  return {
    byPlatformId: new Map(products.map(({ id, platformId }) => [platformId, id])),
    byHandle: new Map(products.map(({ id, handle }) => [handle.toLowerCase(), id])),
  }
}

/** Trashed reviews count as known: they are rows still. */
async function findKnown(ctx: Ctx, wanted: readonly { externalId: string | null; hashes: string[] }[]): Promise<KnownReviews> {
  const known = new KnownReviews()
  if (wanted.length === 0) return known
  const ids = distinct(wanted.map(({ externalId }) => externalId ?? ''))
  const hashes = distinct(wanted.flatMap((one) => one.hashes))
  const rows = await ctx.db.$queryRaw<{ externalId: string | null; contentHash: string | null }[]>`
    select "externalId", "contentHash" from "Review" where "shopId" = ${ctx.shop.id}::uuid and "externalId" = any(${ids})
    union all
    select "externalId", "contentHash" from "Review" where "shopId" = ${ctx.shop.id}::uuid and "contentHash" = any(${hashes})`
  for (const { externalId, contentHash: hash } of rows) known.add(externalId, hash)
  return known
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))]
