import { Prisma } from '../generated/prisma/client.ts'
import { maxBulkIds } from '../../rules/limits.ts'
import { reviewActions, statusAfter, type ReviewAction, type ReviewRules, type ReviewSource, type ReviewStatus } from '../../rules/review-status.ts'
import { inTransaction, planOf, type Ctx } from '../context.ts'
import { InvalidInput, NotAllowed, NotFound, PlanRequired } from '../errors.ts'
import { raiseProductVersions } from '../products/products.ts'
import { readSetting } from '../settings/settings.ts'
import { applyCounts } from './counts.ts'

/** What the rules and the counters need of a row. */
interface DecidedRow {
  id: string
  productId: string | null
  status: ReviewStatus
  source: ReviewSource
  rate: number
  origin: 'customer' | 'guest' | 'admin' | 'imported'
  verifiedBy: 'none' | 'merchant' | 'order'
  edited: boolean
  editRequest: 'unconfirmed' | 'confirmed' | 'denied' | null
  editRequestedAt: Date | null
  replyContent: string | null
  email: string
}

export interface Decision {
  /** Ids that changed, in the order asked for. */
  changed: string[]
  /** Ids whose state forbade it, in a bulk of several. */
  skipped: string[]
}

export async function reviewRules(ctx: Ctx): Promise<ReviewRules> {
  const { isTrashFeatureEnabled } = await readSetting(ctx, 'general')
  return { plan: planOf(ctx), isTrashFeatureEnabled, now: ctx.now() }
}

/** Shows reviews on the storefront (spec 4). One that is forbidden throws; in a bulk of several it is skipped. */
export const publishReviews = (ctx: Ctx, ids: readonly string[]) => decide(ctx, 'publish', ids)

/** Hides reviews. A pending one counts as refused (decisions 'Words'). */
export const unpublishReviews = (ctx: Ctx, ids: readonly string[]) => decide(ctx, 'unpublish', ids)

/** Brings reviews back from the recycle bin, hidden. */
export const restoreReviews = (ctx: Ctx, ids: readonly string[]) => decide(ctx, 'restore', ids)

/**
 * Moves reviews to the recycle bin. Without one (free plan, or switched off) it is refused; deleteReviews() is final.
 * @throws PlanRequired
 */
export const trashReviews = (ctx: Ctx, ids: readonly string[]) => decide(ctx, 'trash', ids)

async function decide(ctx: Ctx, action: ReviewAction, ids: readonly string[]): Promise<Decision> {
  const status = statusAfter(action)
  if (!status) throw new Error(`${action} does not change a status.`)
  return inTransaction(ctx, async (tx) => {
    const { rows, skipped } = await allowedRows(tx, action, ids)
    if (rows.length === 0) return { changed: [], skipped }
    const now = tx.now()
    const changed = rows.map((row) => row.id)
    await tx.db.$executeRaw`
      update "Review" set status = ${status}::"ReviewStatus", "decidedBy" = 'merchant', why = ${JSON.stringify({ code: `merchant.${action}`, params: {} })}::jsonb,
        "publishedAt" = case when ${status} = 'published' then coalesce("publishedAt", ${now}) else "publishedAt" end,
        "deletedAt" = ${status === 'deleted' ? now : null}, "updatedAt" = ${now}, version = version + 1
      where "shopId" = ${tx.shop.id}::uuid and id = any(${changed}::uuid[])`
    await applyCounts(tx, rows.flatMap((row) => [{ ...row, by: -1 }, { ...row, status, by: 1 }]))
    await tellStorefront(tx, rows, status)
    return { changed, skipped }
  })
}

/**
 * Removes reviews for ever: from the recycle bin, or at once where there is none (decisions 'Plans').
 * @throws NotAllowed when a single review must go through the recycle bin first
 */
export async function deleteReviews(ctx: Ctx, ids: readonly string[]): Promise<Decision> {
  return inTransaction(ctx, async (tx) => {
    const { rows, skipped } = await allowedRows(tx, 'delete', ids)
    const changed = rows.map((row) => row.id)
    if (changed.length === 0) return { changed, skipped }
    await tx.db.review.deleteMany({ where: { shopId: tx.shop.id, id: { in: changed } } })
    await applyCounts(tx, rows.map((row) => ({ ...row, by: -1 })))
    await tellStorefront(tx, rows, 'deleted')
    return { changed, skipped }
  })
}

/** Locks the rows in the order of their ids, so that two bulks never wait for each other in a ring. */
async function allowedRows(tx: Ctx, action: ReviewAction, ids: readonly string[]): Promise<{ rows: DecidedRow[]; skipped: string[] }> {
  if (ids.length === 0) throw new InvalidInput({ ids: 'required' })
  if (ids.length > maxBulkIds) throw new InvalidInput({ ids: { code: 'tooManyIds', params: { max: maxBulkIds } } })
  const unique = [...new Set(ids)].sort()
  const rows = await tx.db.$queryRaw<DecidedRow[]>(Prisma.sql`
    select id, "productId", status, source, rate, origin, "verifiedBy", edited, "editRequest", "editRequestedAt", "replyContent", email from "Review"
    where "shopId" = ${tx.shop.id}::uuid and id = any(${unique}::uuid[]) order by id for update`)
  if (rows.length < unique.length) throw new NotFound()
  const rules = await reviewRules(tx)
  const judged = rows.map((row) => ({ row, permission: reviewActions(row, rules)[action] }))
  const refused = judged.filter(({ permission }) => !permission.allowed)
  const first = refused[0]?.permission
  if (first && !first.allowed && (first.feature || unique.length === 1))
    throw first.feature ? new PlanRequired(first.feature) : new NotAllowed(first.reason)
  return { rows: judged.filter(({ permission }) => permission.allowed).map(({ row }) => row), skipped: refused.map(({ row }) => row.id) }
}

/** Raises the products' versions, which is what the storefront's cache is keyed by, and tells the listeners. */
async function tellStorefront(tx: Ctx, rows: readonly Pick<DecidedRow, 'id' | 'productId' | 'status'>[], status: ReviewStatus): Promise<void> {
  const seen = rows.filter((row) => row.status === 'published' || status === 'published')
  if (seen.length === 0) return
  const productIds = [...new Set(seen.flatMap((row) => row.productId ?? []))]
  await raiseProductVersions(tx, productIds)
  const ids = seen.map((row) => row.id)
  await tx.emit(status === 'published' ? 'review.published' : 'review.hidden', { ids, productIds })
}
