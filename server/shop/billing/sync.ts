import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../../rules/dates.ts'
import {
  approvalDays,
  paidUntil,
  planInEffect,
  readSubscriptionName,
  type PlanInEffect,
} from '../../../rules/subscription.ts'
import { planOf } from '../../../rules/plans.ts'
import { readFlag } from '../../../rules/read-flag.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import type { Shop, Subscription } from '../../generated/prisma/client.ts'
import type { BilledSubscription } from '../../platform/billing.ts'
import { isOpen, LIVE_STATUSES, OPEN_STATUSES, readRows, type BillingRow } from './rows.ts'

/** Wait before the platform is asked again without a webhook, by what the shop's subscriptions do. */
const pendingMs = 3_600_000
const shopsAtOnce = 50

/**
 * Asks the platform for the shop's subscriptions and applies them. A webhook only says that something changed, so a
 * lost, late or repeated one does no harm.
 */
export async function syncSubscriptions(ctx: Ctx): Promise<void> {
  const readAt = new Date()
  const { billing } = ctx.platform
  // After an uninstall the platform gives no answer. What was paid still ends when it ends.
  if (billing.kind === 'none' || ctx.shop.uninstalledAt) return applySubscriptions(ctx, nothing, readAt)
  const asked = (await readRows(ctx)).flatMap(({ status, platformId }) => (isOpen(status) && platformId) || [])
  const listed = await billing.subscriptions(ctx.shop, asked)
  const unknown = asked.filter((id) => listed.every(({ platformId }) => platformId !== id))
  await applySubscriptions(ctx, { listed, unknown }, readAt)
}

/** Schedule: queues a sync of each shop whose subscriptions may have changed. */
export async function queueBillingSyncs(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('follow subscriptions')
  const now = deps.now()
  const shops = await db.shop.findMany({ where: { billingDueAt: { lte: now } }, take: shopsAtOnce })
  for (const shop of shops)
    await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'followSubscriptions' }), async (tx) => {
      // Set before the job, so that retries don't queue it again.
      await tx.db.shop.update({ where: { id: shop.id }, data: { billingDueAt: new Date(now.getTime() + pendingMs) } })
      await tx.enqueue('billing.sync', {})
    })
  return shops.length
}

/** Ends the subscriptions of a shop that uninstalls: the platform stops charging. Paid time is kept for a return. */
export async function endSubscriptions(tx: Ctx): Promise<void> {
  await tx.db.subscription.updateMany({
    where: { shopId: tx.shop.id, status: { in: [...OPEN_STATUSES] } },
    data: { status: 'cancelled', endedAt: tx.now() },
  })
  await applySubscriptions(tx, nothing, new Date())
}

interface Answer {
  listed: readonly BilledSubscription[]
  /** Ids that we asked for and the platform does not know. */
  unknown: readonly string[]
}
const nothing: Answer = { listed: [], unknown: [] }

/** Stores what the platform answered and lets the plan in effect follow. Ignores an answer older than the last one. */
async function applySubscriptions(ctx: Ctx, { listed, unknown }: Answer, readAt: Date): Promise<void> {
  const shop = await inTransaction(ctx, async (tx) => {
    const [lock] = await tx.db.$queryRaw<{ billingReadAt: Date | null }[]>`
      select "billingReadAt" from "Shop" where id = ${tx.shop.id}::uuid for update`
    if (lock?.billingReadAt && lock.billingReadAt > readAt) return null
    const ids = listed.map(({ platformId }) => platformId)
    const before = await tx.db.subscription.findMany({ where: { shopId: tx.shop.id, platformId: { in: ids } } })
    for (const one of [...listed].reverse()) await storeListed(tx, one, before)
    await endUnknown(tx, unknown)
    await expireForgotten(tx)
    const rows = await readRows(tx)
    return await applyEffect(tx, rows, readAt)
  })
  if (shop) Object.assign(ctx.shop, shop)
}

async function storeListed(tx: Ctx, one: BilledSubscription, before: readonly Subscription[]): Promise<void> {
  const now = tx.now()
  const known = before.find(({ platformId }) => platformId === one.platformId)
  const named = known ?? readSubscriptionName(one.name)
  if (!named) {
    tx.log.warn({ shopId: tx.shop.id, subscription: one.platformId, name: one.name }, 'a subscription names no plan')
    return
  }
  const starts = one.status === 'active' && !known?.activatedAt
  const ended = one.status === 'cancelled' || one.status === 'expired' || one.status === 'declined'
  const data = {
    status: one.status,
    test: one.test,
    trialDays: one.trialDays,
    activatedAt: known?.activatedAt ?? (one.status === 'active' ? (known ? now : one.createdAt) : null),
    periodEnd: one.periodEnd ?? known?.periodEnd ?? null,
    endedAt: ended ? (known?.endedAt ?? now) : null,
  }
  const shopId = tx.shop.id
  const row = known
    ? await tx.db.subscription.update({ where: { shopId_id: { shopId, id: known.id } }, data })
    : await tx.db.subscription.create({
        data: { ...data, ...named, shopId, id: uuidv7(), platformId: one.platformId, createdAt: one.createdAt },
      })
  if (!starts) return
  await tx.db.subscription.updateMany({
    where: { shopId, id: { not: row.id }, activatedAt: { not: null }, replaced: false },
    data: { replaced: true },
  })
  await rememberStart(tx, row)
}

/** What a plan's first day changes besides the plan: the onboarding ends, an offer is used up. */
async function rememberStart(tx: Ctx, { plan, onboarding }: { plan: string; onboarding: boolean }): Promise<void> {
  if (!onboarding && plan !== 'pro_2') return
  const used = plan === 'pro_2' ? { isGrowHacking6Used: true } : {}
  // Merges in the database: another process may set other flags at the same moment.
  await tx.db
    .$executeRaw`update "Shop" set flags = flags || ${JSON.stringify(used)}::jsonb, "setupDone" = "setupDone" or ${onboarding} where id = ${tx.shop.id}::uuid`
}

/** Ends what the platform no longer knows, and so does not charge for. */
async function endUnknown(tx: Ctx, platformIds: readonly string[]): Promise<void> {
  if (platformIds.length === 0) return
  await tx.db.subscription.updateMany({
    where: { shopId: tx.shop.id, platformId: { in: [...platformIds] }, status: { in: [...LIVE_STATUSES] } },
    data: { status: 'cancelled', endedAt: tx.now() },
  })
}

/** Ends attempts that the platform no longer lists, as not approved in time. */
async function expireForgotten(tx: Ctx): Promise<void> {
  const before = new Date(tx.now().getTime() - approvalDays * dayMs)
  await tx.db.subscription.updateMany({
    where: { shopId: tx.shop.id, status: 'pending', createdAt: { lte: before } },
    data: { status: 'expired', endedAt: tx.now() },
  })
}

/** Value of `Shop.billedAs` without billing: the plan that the operator gives every shop. */
const unbilledAs = ({ env }: Pick<Deps, 'env'>): string => `none ${env.CANDOR_PLAN}`

/** Lets shops follow the operator's plan while billing is off, and leave it when billing is on again. */
export async function followOperatorPlan(deps: Deps): Promise<void> {
  const isOff = deps.platform.billing.kind === 'none'
  await deps.access.acrossShops('follow subscriptions').shop.updateMany({
    where: { billedAs: isOff ? { not: unbilledAs(deps) } : { startsWith: 'none ' } },
    data: { billingDueAt: deps.now() },
  })
}

/** Returns the plan that the shop gets now, and what decided it. */
function decidePlan(tx: Ctx, rows: readonly BillingRow[], stored: Shop) {
  const effect = planInEffect(rows, tx.now())
  if (tx.platform.billing.kind !== 'none')
    return { effect, billedAs: effect.row ? [effect.row.id, effect.plan, effect.interval].join(' ') : '' }
  // Without billing, a plan that the operator gave this shop alone stays.
  const isOwn = stored.plan !== 'free' && (stored.billedAs === '' || stored.billedAs.startsWith('none '))
  const follows = !isOwn || stored.billedAs === `none ${stored.plan}`
  return {
    effect: { ...effect, plan: follows ? tx.env.CANDOR_PLAN : planOf(stored.plan).id, frozen: false },
    billedAs: unbilledAs(tx),
  }
}

/** Lets the plan follow the subscriptions, if these changed: else a plan that the operator has set stays. */
async function applyEffect(tx: Ctx, rows: readonly BillingRow[], readAt: Date) {
  const now = tx.now()
  const stored = await tx.db.shop.findUniqueOrThrow({ where: { id: tx.shop.id } })
  const { effect, billedAs } = decidePlan(tx, rows, stored)
  // The plan follows later, once the dev zone lets it.
  const skips = readFlag(stored.flags, 'skipUpdateState') === true
  const isNews = billedAs !== stored.billedAs && !skips
  const shop = await tx.db.shop.update({
    where: { id: tx.shop.id },
    data: {
      billedAs: skips ? stored.billedAs : billedAs,
      billingReadAt: readAt,
      billingDueAt: nextSync(rows, effect, now),
      version: { increment: 1 },
      ...(isNews && { plan: effect.plan, planInterval: effect.interval }),
      ...(isNews && stored.plan === 'free' && effect.plan !== 'free' && { planStartedAt: now }),
    },
  })
  Object.assign(tx.shop, shop)
  if (isNews) await tx.emit('plan.changed', { from: planOf(stored.plan).id, to: effect.plan, frozen: effect.frozen })
  tx.publish('shop', tx.shop.id)
  return shop
}

/** Returns when the subscriptions may change without a webhook; null: never. */
function nextSync(rows: readonly BillingRow[], { until: end }: PlanInEffect, now: Date): Date | null {
  const soon = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const dues = rows.flatMap((row): Date[] => {
    if (row.status === 'pending') return [soon(pendingMs)]
    if (isOpen(row.status))
      return row.periodEnd && row.periodEnd > now && row.periodEnd < soon(dayMs) ? [row.periodEnd] : [soon(dayMs)]
    const until = paidUntil(row)
    return until && until > now ? [until] : []
  })
  if (end) dues.push(end)
  return dues.length > 0 ? new Date(Math.min(...dues.map(Number))) : null
}
