import type { Ctx } from '../../core/context.ts'
import { isUuid } from '../../core/uuid.ts'
import { mapYielding, yieldEvery } from '../../core/yield-every.ts'
import type { RawRecord } from '../../core/csv.ts'
import { shorten } from '../parsing/text.ts'
import { ownId } from '../sources/apps/candor.ts'
import type { ImportedReview, ParseOptions, RecordReader } from '../sources/source.ts'
import type { Decisions } from '../answers.ts'
import { contentHashes, fileKey, isFaceless, productKey, type Identifying } from './fingerprint.ts'
import { findProductsByImportedName } from './imported-names.ts'
import { matchProducts } from './product-match.ts'
import type { Replies } from './replies.ts'
import type { PlacedRow, ReadRow, RowProblem } from './report.ts'

/** Reads raw records into reviews or problems. `answers` counts rows that are replies to other rows. */
export async function readRows(
  reader: RecordReader,
  records: readonly RawRecord[],
  { replies, ...reading }: ParseOptions & { replies?: Replies },
): Promise<{ rows: ReadRow[]; problems: RowProblem[]; answers: number }> {
  let answers = 0
  const rows: ReadRow[] = []
  const problems: RowProblem[] = []
  const pause = yieldEvery()
  for (const { row, cells, broken } of records) {
    await pause()
    if (broken) {
      problems.push({
        row,
        column: '',
        value: shorten(cells.join(' '), 200),
        reason: broken,
        ...(broken === 'quoteNotClosed' && { params: { row } }),
      })
      continue
    }
    const result = reader.read(cells, reading)
    if ('ok' in result) rows.push({ row, review: withReply(result.ok, replies), remarks: result.remarks })
    else {
      const refusal = result.reply && replies ? replies.refusalOf(row) : undefined
      if (refusal === null) answers++
      else problems.push(...result.bad.map((problem) => ({ row, ...problem, ...(refusal && { reason: refusal }) })))
    }
  }
  return { rows, problems, answers }
}

function withReply(review: ImportedReview, replies: Replies | undefined): ImportedReview {
  const reply = review.reply === null ? replies?.of(review.externalId) : undefined
  return reply ? { ...review, reply: { content: reply.content, at: reply.at } } : review
}

/** Known reviews, by external id and by content hash. */
export class KnownReviews {
  readonly #ids = new Set<string>()
  readonly #appsByHash = new Map<string, Set<string | null>>()

  add(externalId: string | null, hash: string | null): void {
    if (externalId) this.#ids.add(externalId)
    if (!hash) return
    const apps = this.#appsByHash.get(hash)
    if (apps) apps.add(appOf(externalId))
    else this.#appsByHash.set(hash, new Set([appOf(externalId)]))
  }

  hasId(ids: readonly string[]): boolean {
    return ids.some((id) => this.#ids.has(id))
  }

  /**
   * Whether a review is known by its id. Compares the content if either side lacks an id of the same app. Two ids of
   * one app are two reviews, however similar.
   */
  has(externalId: string | null, hashes: readonly string[]): boolean {
    if (externalId && this.#ids.has(externalId)) return true
    const own = appOf(externalId)
    return hashes.some((hash) => {
      const apps = this.#appsByHash.get(hash)
      return apps !== undefined && (own === null || apps.size > (apps.has(own) ? 1 : 0))
    })
  }
}

/** Rows of one file. Two of them are copies only if they are equal in everything that identifies a review. */
export class FileRows {
  readonly #ids = new Set<string>()
  readonly #keys = new Set<string>()

  add(hash: string | null, row: Identifying): void {
    if (row.externalId) this.#ids.add(row.externalId)
    if (hash) this.#keys.add(fileKey(hash, row))
  }

  hasId(ids: readonly string[]): boolean {
    return ids.some((id) => this.#ids.has(id))
  }

  has(review: ImportedReview, hashes: readonly string[]): boolean {
    if (review.externalId && this.#ids.has(review.externalId)) return true
    return !isFaceless(review) && hashes.some((hash) => this.#keys.has(fileKey(hash, review)))
  }
}

const appOf = (externalId: string | null): string | null =>
  externalId ? externalId.slice(0, externalId.indexOf(':')) : null

interface PlacingOptions {
  /** Earlier rows of the file. Without it, rows are only compared within this call and with the running import. */
  seen?: FileRows
  /** The running import: its reviews count as rows of the same file. */
  importId?: string
  /**
   * The merchant's choices for unknown products in a running import. Rows that are skipped are not compared, because
   * earlier batches aren't available.
   */
  decisions?: Decisions | undefined
}

/**
 * Finds each review's product and whether the shop has the review, in three statements. A review is searched under its
 * product and under the file's name for it. Other files' reviews are also searched under products that earlier files
 * called so. Within one file, two products with the same name, such as an SKU, stay two. Rows of a signed file are
 * always different reviews.
 */
export async function placeRows(
  ctx: Ctx,
  rows: readonly ReadRow[],
  { seen = new FileRows(), importId, decisions }: PlacingOptions = {},
): Promise<PlacedRow[]> {
  const productIdOf = await matchProducts(
    ctx,
    rows.map(({ review }) => review.product),
  )
  const onceCalled = await findProductsByImportedName(
    ctx,
    rows.map(({ review }) => productKey(review.product)),
  )
  const shopId = ctx.shop.id
  const found = await mapYielding(rows, (one) => {
    const key = productKey(one.review.product)
    const place = choosePlacement(key, productIdOf(one.review.product), decisions)
    const names = distinct([place.productId ?? '', ...onceCalled(key)])
    const [byKey = '', ...byProduct] = contentHashes(shopId, [key, ...names], one)
    return {
      ...one,
      ...place,
      hash: (place.productId && byProduct[0]) ?? byKey,
      byKey,
      hashes: [...byProduct, byKey],
      ids: idsOf(one.review),
    }
  })
  const known = await findKnown(ctx, found, { importId, seen })
  return mapYielding(found, ({ hashes, byKey, ids, ...one }) => {
    const { externalId, own } = one.review
    const duplicate =
      known.hasId(ids) ||
      known.has(externalId, hashes) ||
      (own ? seen.hasId(ids) : seen.has(one.review, [one.hash, byKey]))
    if (!duplicate && (!decisions || one.matched)) seen.add(one.hash, one.review)
    return { ...one, duplicate }
  })
}

/** Chooses the product of a review. The merchant decides for unknown products. */
function choosePlacement(
  key: string,
  productId: string | null,
  decisions: Decisions | undefined,
): Pick<PlacedRow, 'productId' | 'matched'> {
  if (productId !== null || key === '') return { productId, matched: true }
  const placement = decisions?.placementOf(key) ?? { to: 'nowhere' }
  return { productId: placement.to === 'product' ? placement.id : null, matched: placement.to !== 'nowhere' }
}

/** Ids of a review: the external one, and the one Candor exported it under. */
const idsOf = ({ externalId, own }: ImportedReview): string[] => distinct([externalId ?? '', own ? ownId(own.id) : ''])

/**
 * Finds known reviews, including trashed ones. An export of this shop matches by its own id. Reviews of the running
 * import are added to `seen`.
 */
async function findKnown(
  ctx: Ctx,
  wanted: readonly { ids: string[]; hashes: string[] }[],
  { importId, seen }: { importId: string | undefined; seen: FileRows },
): Promise<KnownReviews> {
  const known = new KnownReviews()
  if (wanted.length === 0) return known
  const shopId = ctx.shop.id
  const ids = distinct(wanted.flatMap((one) => one.ids))
  const ours = ids
    .map((id) => id.slice(ownId('').length))
    .filter((id, at) => ids[at]?.startsWith(ownId('')) && isUuid(id))
  const hashes = distinct(wanted.flatMap((one) => one.hashes))
  const rows = await ctx.db.$queryRaw<
    (Identifying & { contentHash: string | null; importId: string | null; createdAt: Date })[]
  >`
    select "externalId", "contentHash", "importId", email, title, "createdAt", country, location from "Review" where "shopId" = ${shopId}::uuid and "externalId" = any(${ids})
    union all
    select "externalId", "contentHash", "importId", email, title, "createdAt", country, location from "Review" where "shopId" = ${shopId}::uuid and "contentHash" = any(${hashes})
    union all
    select ${ownId('')} || id, null, null, '', '', "createdAt", null, '' from "Review" where "shopId" = ${shopId}::uuid and id = any(${ours}::uuid[])`
  for (const row of rows) {
    const { externalId, contentHash: hash, importId: from } = row
    if (importId === undefined || from !== importId) known.add(externalId, hash)
    else {
      seen.add(hash, row)
      // A review without a date got that of the import. Its hash has no day, so no dated review has it.
      seen.add(hash, { ...row, createdAt: null })
    }
  }
  return known
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))]
