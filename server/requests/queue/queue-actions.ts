import { maxBulkIds } from '../../../rules/limits.ts'
import { queueActions } from '../../../rules/queue-status.ts'
import type { QueueAction, QueueKind, QueueStatus } from '../../../rules/queue-status.ts'
import { inTransaction } from '../../core/context.ts'
import type { Ctx } from '../../core/context.ts'
import { suppress, unsuppress } from '../../shop/customers/suppressions.ts'
import { InvalidInput, LimitReached, NotAllowed, NotFound } from '../../core/errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { isMetered } from '../queue-kinds/kinds.ts'
import { readRequestQuota } from '../sending/usage.ts'
import { applyQueueCounts, buildCountChange } from '../requests/queue-counts.ts'
import type { CountedState } from '../requests/queue-counts.ts'

export interface QueueChange {
  changed: string[]
  /** Ids of a bulk whose state forbids the action. */
  skipped: string[]
}

interface LockedItem {
  id: string
  type: QueueKind
  sequence: number
  oldOrderRunId: string | null
  orderId: string
  scheduledAt: Date | null
  status: QueueStatus
  skipReason: string | null
  errorMessage: string | null
  senderApp: string
}

/**
 * Cancels scheduled requests (spec 4). Throws for one that forbids it, skips it among several.
 * @throws NotFound, NotAllowed
 */
export async function cancelQueueItems(ctx: Ctx, ids: readonly string[]): Promise<QueueChange> {
  return inTransaction(ctx, async (tx) =>
    change(
      tx,
      { action: 'cancel', items: await lockItems(tx, ids) },
      { status: 'cancelled', skipReason: null, moveReason: null, reasonValue: null },
    ),
  )
}

/**
 * Sends requests within seconds through the queue, ignoring the shop's own checks. They count toward the monthly limit
 * (spec 4, 9).
 * @throws NotFound, NotAllowed, LimitReached when the monthly limit is used up
 */
export async function sendAnyway(ctx: Ctx, ids: readonly string[]): Promise<QueueChange> {
  return sendNow(ctx, 'sendAnyway', ids)
}

/** Resends failed or cancelled requests as new mails. @throws NotFound, NotAllowed, LimitReached */
export async function resend(ctx: Ctx, ids: readonly string[]): Promise<QueueChange> {
  return sendNow(ctx, 'resend', ids)
}

/**
 * Restores cancelled and skipped requests to their schedule. An overdue one is sent within seconds, if the rules still
 * allow it. One without a date waits for its condition again.
 * @throws NotFound, NotAllowed
 */
export async function restoreQueueItems(ctx: Ctx, ids: readonly string[]): Promise<QueueChange> {
  const back = { skipReason: null, moveReason: null, reasonValue: null, errorMessage: null }
  return inTransaction(ctx, async (tx) => {
    const items = await lockItems(tx, ids)
    if (items.length === 1 && items[0]?.status !== 'cancelled') throw new NotAllowed('queueItemNotCancelled')
    const cancelled = items.filter(({ status }) => status === 'cancelled')
    const [dated, undated] = [
      cancelled.filter(({ scheduledAt }) => scheduledAt),
      cancelled.filter(({ scheduledAt }) => !scheduledAt),
    ]
    const first = await change(tx, { action: 'restore', items: dated }, { ...back, status: 'waiting' })
    const second = await change(tx, { action: 'restore', items: undated }, { ...back, status: 'waitingCondition' })
    // The order may have shipped in between.
    const orders = undated.map(({ orderId }) => orderId)
    for (const order of await tx.db.order.findMany({ where: { shopId: tx.shop.id, id: { in: orders } } }))
      await tx.emit('order.changed', { order })
    return {
      changed: [...first.changed, ...second.changed],
      skipped: items.filter(({ status }) => status !== 'cancelled').map(({ id }) => id),
    }
  })
}

async function sendNow(ctx: Ctx, action: 'sendAnyway' | 'resend', ids: readonly string[]): Promise<QueueChange> {
  const fresh = {
    manual: true,
    attempts: 0,
    messageId: null,
    skipReason: null,
    errorMessage: null,
    sentAt: null,
    openedAt: null,
    subject: '',
    templateVersion: null,
    mailData: Prisma.DbNull,
    moveReason: null,
    reasonValue: null,
  }
  return inTransaction(ctx, async (tx) => {
    const items = await lockItems(tx, ids)
    if (items.some(isMetered)) await requireQuota(tx)
    return change(tx, { action, items }, { ...fresh, status: 'waiting', scheduledAt: tx.now() })
  })
}

async function requireQuota(tx: Ctx): Promise<void> {
  const { limit, left, renewsAt } = await readRequestQuota(tx)
  if (left === 0) throw new LimitReached('requestLimitReached', { resetsAt: renewsAt, params: { limit: limit ?? 0 } })
}

type Change = Prisma.QueueItemUncheckedUpdateInput & Omit<CountedState, 'type'>

async function change(
  tx: Ctx,
  { action, items }: { action: QueueAction; items: readonly LockedItem[] },
  data: Change,
): Promise<QueueChange> {
  const judged = items.map((item) => ({ item, permission: queueActions({ ...item, isBlockCustomer: false })[action] }))
  const refused = judged.find(({ permission }) => !permission.allowed)?.permission
  if (refused && !refused.allowed && items.length === 1) throw new NotAllowed(refused.reason)
  const allowed = judged.filter(({ permission }) => permission.allowed).map(({ item }) => item)
  await tx.db.queueItem.updateMany({
    where: { shopId: tx.shop.id, id: { in: allowed.map(({ id }) => id) } },
    data: { ...data, updatedAt: tx.now(), version: { increment: 1 } },
  })
  await applyQueueCounts(
    tx.db,
    allowed.flatMap((item) => buildCountChange(tx.shop.id, item, { ...data, type: item.type })),
  )
  for (const { id } of allowed) tx.publish('queue', id)
  const changed = new Set(allowed.map(({ id }) => id))
  return { changed: [...changed], skipped: items.filter(({ id }) => !changed.has(id)).map(({ id }) => id) }
}

/** Locks rows by ascending id, so that two bulks don't deadlock. */
async function lockItems(tx: Ctx, ids: readonly string[]): Promise<LockedItem[]> {
  const unique = someIds(ids)
  const items = await tx.db.$queryRaw<LockedItem[]>`
    select id, type, sequence, "oldOrderRunId", "orderId", "scheduledAt", status::text as status, "skipReason", "errorMessage", "senderApp" from "QueueItem"
    where "shopId" = ${tx.shop.id}::uuid and id = any(${unique}::uuid[]) order by id for update`
  if (items.length < unique.length) throw new NotFound()
  return items
}

function someIds(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)].sort()
  if (unique.length === 0) throw new InvalidInput({ ids: 'required' })
  if (unique.length > maxBulkIds) throw new InvalidInput({ ids: { code: 'tooManyIds', params: { max: maxBulkIds } } })
  return unique
}

/**
 * Blocks or unblocks all requests to the customers of these rows. Ids may name queue rows or customers (spec 7).
 * Returns the named queue rows.
 * @throws NotFound when an id is neither
 */
export async function setCustomersBlocked(ctx: Ctx, ids: readonly string[], blocked: boolean): Promise<QueueChange> {
  const unique = someIds(ids)
  return inTransaction(ctx, async (tx) => {
    const where = { shopId: tx.shop.id, id: { in: unique } }
    const items = await tx.db.queueItem.findMany({ where, select: { id: true, customerEmail: true } })
    const customers = await tx.db.customer.findMany({ where, select: { id: true, email: true } })
    const found = new Set([...items, ...customers].map(({ id }) => id))
    if (found.size < unique.length) throw new NotFound()
    const emails = [...items.map(({ customerEmail }) => customerEmail), ...customers.map(({ email }) => email)]
    await (blocked ? suppress(tx, emails, 'blocked') : unsuppress(tx, emails, 'blocked'))
    for (const { id } of items) tx.publish('queue', id)
    return { changed: items.map(({ id }) => id), skipped: [] }
  })
}

export const blockCustomers = (ctx: Ctx, ids: readonly string[]): Promise<QueueChange> =>
  setCustomersBlocked(ctx, ids, true)

export const unblockCustomers = (ctx: Ctx, ids: readonly string[]): Promise<QueueChange> =>
  setCustomersBlocked(ctx, ids, false)
