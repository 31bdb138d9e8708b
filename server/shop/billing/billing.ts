import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { dayMs } from '../../../rules/dates.ts'
import { isDevelopmentShop } from '../../../rules/extended-mode.ts'
import { PLAN_IDS, planOf, type PlanId } from '../../../rules/plans.ts'
import {
  approvalDays,
  endOf,
  DOWNGRADE_REASONS,
  INTERVALS,
  isCredit,
  isDowngrade,
  findLastAttempt,
  nextChargeCents,
  orderTerms,
  planInEffect,
  trialEnd,
  type Interval,
  type OrderTerms,
  type SubscriptionStatus,
} from '../../../rules/subscription.ts'
import { inTransaction, readPlan, type Ctx } from '../../core/context.ts'
import { AccessRefused, InvalidInput, LimitReached, NotAllowed, parse, UpstreamFailed } from '../../core/errors.ts'
import { requireOwner } from '../session/support.ts'
import { billingRefusal, listOffers, offerRefusal, redeemCoupon } from './offers.ts'
import { isOpen, LIVE_STATUSES, readRows, type BillingRow } from './rows.ts'
import { syncSubscriptions } from './sync.ts'

export const subscribeInput = z.object({
  plan: z.enum(PLAN_IDS, 'valueInvalid'),
  interval: z.enum(INTERVALS, 'valueInvalid').default('monthly'),
  coupon: z.string('valueInvalid').max(40, 'invalidCoupon').optional(),
  /** Why the merchant chooses a lower plan. */
  reason: z.enum(DOWNGRADE_REASONS, 'downgradeReasonRequired').optional(),
  reasonText: z.string('valueInvalid').max(1000, 'valueInvalid').default(''),
  /** The plan step of the onboarding. */
  onboarding: z.boolean('valueInvalid').default(false),
  /** The merchant comes from the public plans page, which promises a longer trial. */
  publicOffer: z.boolean('valueInvalid').default(false),
})

export interface SubscribeResult {
  /** Where the merchant approves; null: nothing needs an approval, the plan is changed. */
  confirmationUrl: string | null
}

/**
 * Asks the platform for another plan (spec 4). Free needs no approval: the platform stops charging, and the plan stays
 * until what is paid ends. Two tabs that ask for the same get the same confirmation.
 * @throws InvalidInput, NotAllowed, LimitReached, UpstreamFailed
 */
export async function subscribe(ctx: Ctx, input: unknown): Promise<SubscribeResult> {
  requireOwner(ctx)
  const order = parse(subscribeInput, input)
  const { billing } = ctx.platform
  if (billing.kind === 'none') throw new NotAllowed('billingOff')
  const rows = await readFreshRows(ctx)
  const present = presentPlan(ctx, rows)
  requireOffered(ctx, order.plan)
  if (order.plan !== 'free') requirePaying(ctx)
  // Another interval of the same plan is no reason to leave.
  if (order.plan !== present.plan && isDowngrade(present, order) && !order.reason)
    throw new InvalidInput({ reason: 'downgradeReasonRequired' })
  const now = ctx.now()
  const { code, discount } = redeemCoupon(order, { present, rows, now })
  const isSame = order.plan === present.plan && order.interval === present.interval && present.renews && !present.frozen
  if (isSame && code === null) {
    if (!order.onboarding) throw new NotAllowed('planIsPresent')
    await endOnboarding(ctx)
    return { confirmationUrl: null }
  }
  if (billing.kind === 'app-pricing') return askPlatform(ctx, { order, discount: null, code: null, ...freshTerms })
  if (isDowngrade(present, order)) await rememberReason(ctx, rows, order)
  if (order.plan === 'free') {
    await cancelAll(ctx, rows, { ...order, endsLater: present.until !== null })
    return { confirmationUrl: null }
  }
  const terms = orderTerms(rows, order, { now, fromPublicPage: order.publicOffer })
  const asked = { order, discount, code, ...terms }
  const pending = rows.find((row) => isSameOrder(ctx, row, asked))
  if (pending?.confirmationUrl) return { confirmationUrl: pending.confirmationUrl }
  requireFewOrders(rows, now)
  return askPlatform(ctx, asked)
}

/** Terms of an order that Candor doesn't set: the platform's own page does. */
const freshTerms: OrderTerms = { atCycleEnd: false, trialDays: 0, creditUntil: null }

/** Whether an order waits for its approval with the same terms, and leads back to the same place. */
function isSameOrder(ctx: Ctx, row: BillingRow, { order, code, trialDays }: Asked): boolean {
  return (
    row.status === 'pending' &&
    row.plan === order.plan &&
    row.interval === order.interval &&
    row.coupon === code &&
    row.trialDays === trialDays &&
    row.test === isTest(ctx) &&
    row.onboarding === order.onboarding &&
    row.returnUrl === returnUrl(ctx, order.onboarding) &&
    row.createdAt.getTime() > ctx.now().getTime() - approvalDays * dayMs
  )
}

const isTest = ({ shop }: Ctx): boolean => isDevelopmentShop(shop.shopifyPlan)

/**
 * Stores why the merchant is about to choose a lower plan, and thereby opens the offer to stay.
 * @throws InvalidInput without a reason, or for a plan that isn't lower
 */
export async function startDowngrade(ctx: Ctx, input: unknown): Promise<void> {
  requireOwner(ctx)
  const order = parse(subscribeInput, input)
  const rows = await readRows(ctx)
  if (!isDowngrade(presentPlan(ctx, rows), order)) throw new InvalidInput({ plan: 'valueInvalid' })
  if (!order.reason) throw new InvalidInput({ reason: 'downgradeReasonRequired' })
  await rememberReason(ctx, rows, order)
}

async function rememberReason(ctx: Ctx, rows: readonly BillingRow[], { reason, reasonText }: Order): Promise<void> {
  const { row } = planInEffect(rows, ctx.now())
  if (!row || !reason) return
  await ctx.db.subscription.update({
    where: { shopId_id: { shopId: ctx.shop.id, id: row.id } },
    data: { reason, reasonText, leavingAt: ctx.now() },
  })
}

/** Reads the subscriptions. The platform is asked first if it may have changed one: an order depends on them. */
async function readFreshRows(ctx: Ctx): Promise<BillingRow[]> {
  const rows = await readRows(ctx)
  if (!rows.some(({ status }) => isOpen(status))) return rows
  await syncSubscriptions(ctx).catch((error: unknown) => failBilling(ctx, error))
  return readRows(ctx)
}

/** Most orders of a shop without approval, per day: the platform keeps each of them. */
const mostOrders = 20

/** @throws LimitReached */
function requireFewOrders(rows: readonly BillingRow[], now: Date): void {
  const dayAgo = now.getTime() - dayMs
  const unapproved = rows.filter(({ activatedAt, createdAt }) => !activatedAt && createdAt.getTime() > dayAgo)
  const oldest = unapproved[mostOrders - 1]
  if (oldest) throw new LimitReached('tooManyAttempts', { resetsAt: new Date(oldest.createdAt.getTime() + dayMs) })
}

type Order = z.output<typeof subscribeInput>

interface Asked extends OrderTerms {
  order: Order
  discount: ReturnType<typeof redeemCoupon>['discount']
  code: string | null
}

async function askPlatform(ctx: Ctx, { order, code, creditUntil, ...terms }: Asked): Promise<SubscribeResult> {
  const { plan, interval, reason, reasonText, onboarding } = order
  const test = isTest(ctx)
  const address = returnUrl(ctx, onboarding)
  const { confirmationUrl, platformId } = await ctx.platform.billing
    .subscribe({ ...ctx.shop, test }, { plan, interval, ...terms, returnUrl: address })
    .catch((error: unknown) => failBilling(ctx, error))
  if (platformId === null) return { confirmationUrl }
  const now = ctx.now()
  const id = uuidv7()
  const others = await inTransaction(ctx, async (tx) => {
    // Locks the shop's row: of two orders at once, the second one finds the first and withdraws it.
    await tx.db.shop.update({ where: { id: tx.shop.id }, data: { billingDueAt: new Date(now.getTime() + 3_600_000) } })
    await tx.db.subscription.create({
      data: {
        shopId: tx.shop.id,
        id,
        platformId,
        plan,
        interval,
        status: 'pending',
        trialDays: terms.trialDays,
        creditUntil,
        test,
        coupon: code,
        reason: reason ?? null,
        reasonText,
        onboarding,
        confirmationUrl,
        returnUrl: address,
        createdAt: now,
      },
    })
    return (await readRows(tx)).filter((row) => row.id !== id)
  })
  await withdraw(ctx, others)
  return { confirmationUrl }
}

/** Logs why the platform refused an order. @throws UpstreamFailed with a sentence about money; other errors as they are */
function failBilling(ctx: Ctx, error: unknown): never {
  if (!(error instanceof UpstreamFailed) || error instanceof AccessRefused) throw error
  ctx.log.warn({ shopId: ctx.shop.id, reason: error.cause }, 'the platform refused a subscription')
  throw new UpstreamFailed('billingFailed')
}

async function endOnboarding(ctx: Ctx): Promise<void> {
  const data = { setupDone: true, version: { increment: 1 } }
  Object.assign(ctx.shop, await ctx.db.shop.update({ where: { id: ctx.shop.id }, data }))
  ctx.publish('shop', ctx.shop.id)
}

/** Returns the page that the platform opens after the approval, in the mode that asked. */
function returnUrl({ actor, platform, shop, origin }: Ctx, onboarding: boolean): string {
  const path = onboarding ? '/?success=true' : '/subscription?success=true'
  const standalone = actor.kind === 'merchant' && actor.mode === 'standalone'
  return standalone ? `${origin}${path}` : platform.adminUrl(shop, path)
}

/** Ends every running subscription and attempt on the platform, then reads the result from it. */
async function cancelAll(
  ctx: Ctx,
  found: readonly BillingRow[],
  { onboarding, endsLater }: Order & { endsLater: boolean },
): Promise<void> {
  await withdraw(ctx, found)
  const rows = await readRows(ctx)
  for (const { platformId, status } of rows)
    if (platformId && LIVE_STATUSES.includes(status))
      await ctx.platform.billing.cancel(ctx.shop, platformId).catch((error: unknown) => failBilling(ctx, error))
  const shop = await inTransaction(ctx, async (tx) => {
    // What the platform could not charge is not paid: nothing of it is left.
    await tx.db.subscription.updateMany({
      where: { shopId: tx.shop.id, status: 'frozen' },
      data: { replaced: true },
    })
    const running = rows.filter(({ status }) => status === 'active' || status === 'frozen').map(({ id }) => id)
    return tx.db.shop.update({
      where: { id: tx.shop.id },
      // An unpaid plan ends at once.
      data: { ...(running.length === 0 && !endsLater && { plan: 'free' }), ...(onboarding && { setupDone: true }) },
    })
  })
  Object.assign(ctx.shop, shop)
  await syncSubscriptions(ctx)
}

/**
 * Takes back attempts that the merchant has not approved, so that an old tab can't approve a second one. Asks the
 * platform first: an approval of this moment stays.
 */
async function withdraw(ctx: Ctx, rows: readonly BillingRow[]): Promise<void> {
  const ids = rows.flatMap(({ id, status }) => (status === 'pending' ? id : []))
  if (ids.length === 0) return
  const isFresh = await syncSubscriptions(ctx).then(
    () => true,
    (error: unknown) => {
      ctx.log.info({ shopId: ctx.shop.id, err: error }, 'pending subscriptions were not withdrawn')
      return false
    },
  )
  if (!isFresh) return
  const pending = await ctx.db.subscription.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids }, status: 'pending' },
  })
  for (const { platformId } of pending)
    if (platformId)
      await ctx.platform.billing.cancel(ctx.shop, platformId).catch((error: unknown) => {
        // The platform forgets it after two days.
        ctx.log.info({ shopId: ctx.shop.id, err: error }, 'a pending subscription was not withdrawn')
      })
  await ctx.db.subscription.updateMany({
    where: { shopId: ctx.shop.id, id: { in: pending.map(({ id }) => id) }, status: 'pending' },
    data: { status: 'cancelled', endedAt: ctx.now() },
  })
}

/** @throws NotAllowed for stores that the platform never bills, except development stores that the operator admits */
function requirePaying(ctx: Ctx): void {
  const refusal = billingRefusal(ctx)
  if (refusal) throw new NotAllowed(refusal)
}

function requireOffered(ctx: Ctx, plan: PlanId): void {
  if (listOffers(ctx).includes(plan) && !offerRefusal(ctx, plan)) return
  if (offerRefusal(ctx, plan)) throw new NotAllowed('plusOnly')
  throw new InvalidInput({ plan: 'valueInvalid' })
}

export interface PresentPlan {
  plan: PlanId
  interval: Interval
  /** Of the subscription that gives the plan; null: the plan was not paid, as free or set by the operator. */
  status: SubscriptionStatus | null
  /** Whether the plan continues after the cycle. */
  renews: boolean
  trialEndsAt: Date | null
  /** End of the paid cycle. */
  periodEnd: Date | null
  /** When the plan ends, if it does. */
  until: Date | null
  /** Plan after `until` or after the cycle. */
  next: PlanId | null
  /** What the platform charges at the end of the cycle; null: nothing. */
  nextChargeUsd: number | null
  frozen: boolean
  coupon: string | null
  test: boolean
  /** The newest subscription that gives no plan: it waits, was declined or expired, or has ended. */
  attempt: Attempt | null
}

interface Attempt {
  plan: PlanId
  status: SubscriptionStatus
  /** When it was asked for, or when it ended. */
  at: Date
  /** Where the merchant approves, while it waits. */
  confirmationUrl: string | null
}

/** Returns the shop's plan with what the platform last said about it. */
export async function readSubscription(ctx: Ctx): Promise<PresentPlan> {
  return presentPlan(ctx, await readRows(ctx))
}

function presentPlan(ctx: Ctx, rows: readonly BillingRow[]): PresentPlan {
  const now = ctx.now()
  const plan = readPlan(ctx)
  const effect = planInEffect(rows, now)
  // No bill says anything of a plan that the operator set.
  const { row, until, next, nextRow, frozen } = effect.plan === plan ? effect : planInEffect<BillingRow>([], now)
  const trial = row && !isCredit(row) ? trialEnd(row) : null
  // The same plan at another price is no change of the plan.
  const repriced = row?.plan === nextRow?.plan && row?.interval === nextRow?.interval ? nextRow : null
  const renews = until === null && (next === null || repriced !== null)
  const charged = repriced ?? row
  return {
    plan,
    interval: ctx.shop.planInterval === 'annual' ? 'annual' : 'monthly',
    status: row?.status ?? null,
    renews,
    trialEndsAt: trial && trial > now ? trial : null,
    periodEnd: row?.periodEnd ?? null,
    until,
    next: repriced ? null : next,
    nextChargeUsd: renews && charged ? nextChargeCents(charged) / 100 : null,
    frozen,
    coupon: charged?.coupon ?? null,
    test: row?.test ?? false,
    attempt: describeAttempt(findLastAttempt(rows, now)),
  }
}

function describeAttempt(row: BillingRow | null): Attempt | null {
  // Without its URL, as after a lost answer, the merchant can't approve it: the platform forgets it.
  if (!row || (row.status === 'pending' && !row.confirmationUrl)) return null
  const { status, confirmationUrl } = row
  return {
    plan: planOf(row.plan).id,
    status,
    at: endOf(row),
    confirmationUrl: status === 'pending' ? confirmationUrl : null,
  }
}
