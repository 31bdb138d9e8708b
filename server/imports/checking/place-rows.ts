import type { Ctx } from '../../core/context.ts'
import { isUuid } from '../../core/uuid.ts'
import type { RawRecord } from '../../core/csv.ts'
import { shorten } from '../parsing/text.ts'
import { ownId } from '../sources/apps/candor.ts'
import type { ImportedReview, ParseOptions, RecordReader } from '../sources/source.ts'
import { yieldOften, mapYieldingOften } from '../yield-often.ts'
import type { Decisions } from '../answers.ts'
import { contentHashes, productKey } from './fingerprint.ts'
import { findProductsByImportedName } from './imported-names.ts'
import { matchProducts } from './product-match.ts'
import type { Replies } from './replies.ts'
import type { PlacedRow, ReadRow, RowProblem } from './report.ts'

/** Reads raw records; what cannot be read is reported with its cells. `answers`: so many rows are replies and come with the reviews of other rows. */
export async function readRows(
  reader: RecordReader,
  records: readonly RawRecord[],
  { replies, ...reading }: ParseOptions & { replies?: Replies },
): Promise<{ rows: ReadRow[]; problems: RowProblem[]; answers: number }> {
  let answers = 0
  const rows: ReadRow[] = []
  const problems: RowProblem[] = []
  for await (const { row, cells, broken } of yieldOften(records)) {
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

/** Reviews already there, by their lasting id and by what they say. */
export class KnownReviews {
  readonly #ids = new Set<string>()
  /** By content: the apps whose ids these reviews have, null for none. Few, however many reviews are alike. */
  readonly #appsByHash = new Map<string, Set<string | null>>()

  add(externalId: string | null, hash: string | null): void {
    if (externalId) this.#ids.add(externalId)
    if (!hash) return
    const apps = this.#appsByHash.get(hash)
    if (apps) apps.add(appOf(externalId))
    else this.#appsByHash.set(hash, new Set([appOf(externalId)]))
  }

  /** Whether one of these has one of the ids. */
  hasId(ids: readonly string[]): boolean {
    return ids.some((id) => this.#ids.has(id))
  }

  /**
   * Whether a review is one of these: by its id, or, where one side has no id or another app's, by its content.
   * Two ids of one app are two reviews, however alike they are.
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

const appOf = (externalId: string | null): string | null =>
  externalId ? externalId.slice(0, externalId.indexOf(':')) : null

interface PlacingOptions {
  /** Remembers the rows of the file; without one those of this call are compared with each other, and with what the running import brought. */
  seen?: KnownReviews
  /** The running import: what it brought counts as rows of the same file. */
  importId?: string
  /** Of a running import: where the merchant wants reviews of products that the shop lacks. Those that are not imported are not compared, as those of earlier batches cannot be. */
  decisions?: Decisions
}

/**
 * Finds each review's product (product-match.ts, or the merchant's word) and whether the shop has the review, in three statements. It is looked
 * for under its product, whatever its file calls that, and under the name itself; among the reviews of other files under every product that
 * files called so before, too. Within one file two products that go by one name, as an SKU may, are two, and rows of a signed file are
 * different reviews, however alike they are.
 */
export async function placeRows(
  ctx: Ctx,
  rows: readonly ReadRow[],
  { seen = new KnownReviews(), importId, decisions }: PlacingOptions = {},
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
  const found = await mapYieldingOften(rows, (one) => {
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
  return mapYieldingOften(found, ({ hashes, byKey, ids, ...one }) => {
    const { externalId, own } = one.review
    const duplicate =
      known.hasId(ids) ||
      known.has(externalId, hashes) ||
      (own ? seen.hasId(ids) : seen.has(externalId, [one.hash, byKey]))
    if (!duplicate && (!decisions || one.matched)) seen.add(externalId, one.hash)
    return { ...one, duplicate }
  })
}

/** Where a review goes whose file calls its product so; one of a product that the shop lacks, by the merchant's word. */
function choosePlacement(
  key: string,
  productId: string | null,
  decisions: Decisions | undefined,
): Pick<PlacedRow, 'productId' | 'matched'> {
  if (productId !== null || key === '') return { productId, matched: true }
  const placement = decisions?.placementOf(key) ?? { to: 'nowhere' }
  return { productId: placement.to === 'product' ? placement.id : null, matched: placement.to !== 'nowhere' }
}

/** A review of ours goes by the id it has from elsewhere, and by that under which we exported it. */
const idsOf = ({ externalId, own }: ImportedReview): string[] => distinct([externalId ?? '', own ? ownId(own.id) : ''])

/**
 * Trashed reviews count as known: they are rows still. One that was exported from this shop is known by its own id. What the running import
 * brought is added to the rows seen of its file.
 */
async function findKnown(
  ctx: Ctx,
  wanted: readonly { ids: string[]; hashes: string[] }[],
  { importId, seen }: { importId: string | undefined; seen: KnownReviews },
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
    { externalId: string | null; contentHash: string | null; importId: string | null }[]
  >`
    select "externalId", "contentHash", "importId" from "Review" where "shopId" = ${shopId}::uuid and "externalId" = any(${ids})
    union all
    select "externalId", "contentHash", "importId" from "Review" where "shopId" = ${shopId}::uuid and "contentHash" = any(${hashes})
    union all
    select ${ownId('')} || id, null, null from "Review" where "shopId" = ${shopId}::uuid and id = any(${ours}::uuid[])`
  for (const { externalId, contentHash: hash, importId: from } of rows)
    (importId !== undefined && from === importId ? seen : known).add(externalId, hash)
  return known
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))]
