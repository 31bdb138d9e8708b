import { readMailTiming } from '../../../rules/email-delays.ts'
import { dayMs } from '../../../rules/dates.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { delayMails, cancelDelayedMails } from '../delayed-mails/delayed-mails.ts'
import type { Discount, Order } from '../../generated/prisma/client.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { codeMailKey, expiryMailKey } from './offer.ts'

interface DiscountTerms {
  combinesWith: ('product' | 'order' | 'shipping')[]
  platformCustomerId: string | null
  /** Absent in codes of earlier versions: the whole order. */
  productIds?: string[]
}

const byId = (ctx: Ctx, id: string) => ctx.db.discount.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })

/**
 * Creates a code at the platform once it has started, and returns its row; null when the row is gone. A retry, even
 * after a crash, creates no second code: the row holds the code first.
 */
export async function issueDiscount(ctx: Ctx, id: string): Promise<Discount | null> {
  const row = await byId(ctx, id)
  if (row?.state !== 'pending' || !row.startsAt) return row
  const { combinesWith, platformCustomerId, productIds = [] } = row.terms as unknown as DiscountTerms
  const type = row.type as 'percentage' | 'amount' | 'shipping'
  const platformId = await ctx.platform.createDiscount(ctx.shop, {
    code: row.code,
    type,
    value: row.value,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    combinesWith,
    customerId: platformCustomerId,
    productIds,
  })
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.discount.updateMany({
      where: { shopId: tx.shop.id, id, state: 'pending' },
      data: { state: 'issued', platformId, error: null },
    })
    if (count === 0) {
      // The code was withdrawn while the platform created it, so delete it there.
      await tx.enqueue('discounts.withdraw', { id })
      return
    }
    recordFacts(tx, [{ metric: 'discounts.issued', at: row.startsAt ?? tx.now(), by: { reward: row.kind } }])
    await planReminder(tx, row)
  })
  return byId(ctx, id)
}

/** A code that is only shown on screen needs no emails. */
async function planReminder(tx: Ctx, { id, startsAt, expireDays, endsAt, mailed }: Discount): Promise<void> {
  const { expirationReminder } = readMailTiming(await readSetting(tx, 'emailTemplates'))
  if (!mailed || !endsAt || !startsAt) return
  // Counted from the start: codes end at night.
  const dueAt = new Date(startsAt.getTime() + (expireDays - expirationReminder.sendBefore) * dayMs)
  if (dueAt > tx.now())
    await delayMails(tx, [{ key: expiryMailKey(id), job: 'mails.discountReminders', data: { ids: [id] }, dueAt }])
}

/** Job: creates a code. Retries while the platform is unavailable. Ends a code withdrawn during a crash. */
export async function issueQueuedDiscount(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await issueDiscount(ctx, id).catch(async (error: unknown) => {
    await ctx.db.discount.updateMany({
      where: { shopId: ctx.shop.id, id, state: 'pending' },
      data: { error: error instanceof Error ? error.message.slice(0, 500) : '' },
    })
    throw error
  })
  await withdrawQueuedDiscount(ctx, { id })
}

/** Job: ends a withdrawn code at the platform. */
export async function withdrawQueuedDiscount(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const row = await byId(ctx, id)
  if (row?.state === 'withdrawn') await ctx.platform.endDiscount(ctx.shop, row.code)
}

/** Listener: withdraws unused codes of rejected or deleted reviews. Hidden reviews and low ratings keep their codes. */
export async function withdrawDiscounts(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const rows = await tx.db.discount.findMany({
    where: { shopId: tx.shop.id, reviewId: { in: ids }, state: { in: ['offered', 'pending', 'issued'] } },
    select: { id: true },
  })
  if (rows.length === 0) return
  await tx.db.discount.updateMany({
    where: {
      shopId: tx.shop.id,
      id: { in: rows.map(({ id }) => id) },
      state: { in: ['offered', 'pending', 'issued'] },
    },
    data: { state: 'withdrawn' },
  })
  await tx.enqueueAll(
    'discounts.withdraw',
    rows.map(({ id }) => ({ data: { id } })),
  )
  await cancelDelayedMails(
    tx,
    rows.flatMap(({ id }) => [codeMailKey(id), expiryMailKey(id)]),
  )
}

/**
 * Listener: redeems a code that an order used; the order's total is the code's revenue. Cancelling or refunding an
 * order stops the emails of its own code.
 */
export async function redeemDiscounts(tx: Ctx, { order }: { order: Order }): Promise<void> {
  const shopId = tx.shop.id
  if (order.cancelledAt || order.refundedAt) {
    const own = await tx.db.discount.findMany({ where: { shopId, reason: `order ${order.id}` }, select: { id: true } })
    await cancelDelayedMails(
      tx,
      own.flatMap(({ id }) => [codeMailKey(id), expiryMailKey(id)]),
    )
  }
  if (order.discountCodes.length === 0) return
  const used = await tx.db.discount.findMany({
    where: { shopId, code: { in: order.discountCodes }, state: { in: ['pending', 'issued'] } },
    select: { id: true, kind: true },
  })
  for (const { id, kind } of used) {
    const data = {
      state: 'redeemed' as const,
      usedAt: order.createdAt,
      usedOrderId: order.id,
      usedOrderName: order.name,
      revenueCents: order.totalCents,
    }
    const { count } = await tx.db.discount.updateMany({
      where: { shopId, id, state: { in: ['pending', 'issued'] } },
      data,
    })
    if (count > 0)
      recordFacts(tx, [
        { metric: 'discounts.redeemed', at: order.createdAt, sum: order.totalCents, by: { reward: kind } },
      ])
  }
  await cancelDelayedMails(
    tx,
    used.flatMap(({ id }) => [codeMailKey(id), expiryMailKey(id)]),
  )
}
