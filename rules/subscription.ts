import { discountOf } from './coupons.ts'
import { dayMs } from './dates.ts'
import { PLAN_IDS, planOf, plans, type PlanId } from './plans.ts'

export const INTERVALS = ['monthly', 'annual'] as const
export type Interval = (typeof INTERVALS)[number]

/** What is paid for: a plan at the price of an interval. */
interface Billed {
  plan: PlanId
  interval: Interval
}

/** How merchants pay. `none`: the operator hosts Candor for their own shops, and no shop pays. */
export const BILLING_KINDS = ['none', 'billing-api', 'app-pricing'] as const
export type BillingKind = (typeof BILLING_KINDS)[number]

/** Days of a billing cycle (spec 9). */
export const cycleDays: Readonly<Record<Interval, number>> = { monthly: 30, annual: 365 }
/** The platform forgets a subscription that the merchant does not approve within two days. */
export const approvalDays = 2

/** States of a subscription on the platform. `accepted`: approved, begins when the present one ends. */
export const SUBSCRIPTION_STATUSES = [
  'pending',
  'accepted',
  'active',
  'frozen',
  'declined',
  'expired',
  'cancelled',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** Reasons for a downgrade that the merchant chooses from (spec 4). */
export const DOWNGRADE_REASONS = ['tooExpensive', 'missingFeature', 'notUsed', 'otherApp', 'closing', 'other'] as const
export type DowngradeReason = (typeof DOWNGRADE_REASONS)[number]

export interface SubscriptionRow {
  plan: string
  interval: string
  status: SubscriptionStatus
  createdAt: Date
  /** When the platform activated it, or when we first saw it active. */
  activatedAt: Date | null
  trialDays: number
  /** Until then the trial days credit what was paid before; null: they are a trial. */
  creditUntil: Date | null
  /** End of the cycle that is paid, as the platform last reported it. */
  periodEnd: Date | null
  endedAt: Date | null
  /** Another subscription took its place, so nothing of it is left. */
  replaced: boolean
}

export interface PlanInEffect<R extends SubscriptionRow = SubscriptionRow> {
  /** The subscription that decides; null: none. */
  row: R | null
  plan: PlanId
  interval: Interval
  /** End of the plan, if it was canceled; null: it renews. */
  until: Date | null
  /** Plan after `until` or after the cycle: approved already. */
  next: PlanId | null
  /** The approved subscription that begins then. */
  nextRow: R | null
  /** The platform could not charge the merchant. */
  frozen: boolean
}

const free = { plan: 'free', interval: 'monthly', until: null, next: null, nextRow: null, frozen: false } as const

/** Returns when a subscription's trial ends; null without a trial or before its activation. */
export function trialEnd({ activatedAt, trialDays }: Pick<SubscriptionRow, 'activatedAt' | 'trialDays'>): Date | null {
  return activatedAt && trialDays > 0 ? new Date(activatedAt.getTime() + trialDays * dayMs) : null
}

/** Returns until when a canceled subscription still gives its plan: the paid cycle's end, or that of the trial. */
export function paidUntil(row: SubscriptionRow): Date | null {
  if (row.status !== 'cancelled' || row.replaced || !row.activatedAt || !row.endedAt) return null
  const trial = trialEnd(row)
  const until = trial && trial > row.endedAt ? trial : row.periodEnd
  return until && until > row.endedAt ? until : null
}

/** Returns when a subscription's plan ended, or when an attempt ended or began. */
export const endOf = (row: SubscriptionRow): Date => paidUntil(row) ?? row.endedAt ?? row.createdAt

/** Returns the plan that a shop's subscriptions give it at a time. */
export function planInEffect<R extends SubscriptionRow>(rows: readonly R[], now: Date): PlanInEffect<R> {
  const newestFirst = [...rows].sort((one, other) => startOf(other) - startOf(one))
  const active = newestFirst.find(({ status }) => status === 'active')
  const nextRow = newestFirst.find(({ status }) => status === 'accepted') ?? null
  if (active) return { ...described(active), next: nextRow && planOf(nextRow.plan).id, nextRow }
  const frozen = newestFirst.find(({ status }) => status === 'frozen')
  if (frozen) return { ...free, row: frozen, frozen: true }
  const kept = newestFirst.find((row) => (paidUntil(row) ?? now) > now)
  if (kept)
    return { ...described(kept), until: paidUntil(kept), next: nextRow ? planOf(nextRow.plan).id : 'free', nextRow }
  return { ...free, row: null }
}

const startOf = ({ activatedAt, createdAt }: SubscriptionRow): number => (activatedAt ?? createdAt).getTime()

const described = <R extends Pick<SubscriptionRow, 'plan' | 'interval'>>(row: R) =>
  ({ ...free, row, plan: planOf(row.plan).id, interval: row.interval === 'annual' ? 'annual' : 'monthly' }) as const

/** Days for which the page tells how an attempt or a plan ended. */
export const newsDays = 30

/**
 * Returns the newest subscription that the merchant should hear of, although it gives no plan. It waits for the
 * approval, was declined, was not approved in time, or has ended.
 */
export function findLastAttempt<R extends SubscriptionRow>(rows: readonly R[], now: Date): R | null {
  const [newest] = [...rows].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  if (!newest || now.getTime() - endOf(newest).getTime() > newsDays * dayMs) return null
  const { status, activatedAt } = newest
  if (status === 'pending' || status === 'declined' || status === 'expired') return newest
  // An attempt that another order replaced is no news.
  return status === 'cancelled' && activatedAt && (paidUntil(newest) ?? now) <= now ? newest : null
}

/** Returns the trial that the public plans page promises: 14 days, or the plan's longer one (spec 9). */
export const publicTrialDays = (plan: PlanId): number => (plan === 'free' ? 0 : Math.max(14, plans[plan].trialDays))

/** Returns the trial days of a merchant from that page. A trial that has begun gets no longer. */
export const promisedTrialDays = (plan: PlanId, daysLeft: number): number =>
  daysLeft === plans[plan].trialDays ? publicTrialDays(plan) : daysLeft

/**
 * Returns a new subscription's trial days: the plan's, less the days since the shop's first one began.
 * Changing the plan neither ends nor renews a trial.
 */
export function trialDaysLeft(
  plan: PlanId,
  rows: readonly SubscriptionRow[],
  { now, fromPublicPage = false }: { now: Date; fromPublicPage?: boolean },
): number {
  const begun = rows.flatMap(({ activatedAt }) => activatedAt?.getTime() ?? [])
  const days = fromPublicPage ? publicTrialDays(plan) : plans[plan].trialDays
  if (begun.length === 0) return days
  return Math.max(0, Math.ceil(days - (now.getTime() - Math.min(...begun)) / dayMs))
}

/** Whether a subscription's trial days are days that the merchant paid for before. */
export const isCredit = ({ creditUntil, createdAt, trialDays }: SubscriptionRow): boolean =>
  creditUntil !== null && creditUntil.getTime() > createdAt.getTime() + (trialDays - 1) * dayMs

/** Returns until when the running subscription's paid days would last at another plan's price; null: none are left. */
function creditEnd(row: SubscriptionRow, to: Billed, now: Date): Date | null {
  const trial = trialEnd(row)
  // The platform itself credits the paid days of a subscription that it replaces.
  const end = trial && trial > now ? row.creditUntil : row.status === 'cancelled' ? row.periodEnd : null
  if (!end || end <= now) return null
  const dayPrice = ({ plan, interval }: Billed) => cycleCents(plan, interval) / cycleDays[interval]
  const left = (end.getTime() - now.getTime()) * (dayPrice(described(row)) / dayPrice(to))
  return new Date(now.getTime() + Math.round(left))
}

/** What an order asks of the platform besides the price. */
export interface OrderTerms {
  /** Keeps the present plan until the paid cycle ends. */
  atCycleEnd: boolean
  trialDays: number
  creditUntil: Date | null
}

/**
 * Returns the terms of an order. A downgrade waits for the end of what is paid; an upgrade carries paid days over as
 * trial days. A merchant who changes the plan or returns early thus pays no day twice.
 */
export function orderTerms(
  rows: readonly SubscriptionRow[],
  to: Billed,
  { now, fromPublicPage }: { now: Date; fromPublicPage: boolean },
): OrderTerms {
  const present = planInEffect(rows, now)
  const { row, plan, interval } = present
  const trial = row && trialEnd(row)
  const isLower = isDowngrade(present, to)
  const atCycleEnd = isLower && !present.until && !(trial && trial > now && !isCredit(row))
  // The platform waits for the next cycle, too, with a lower plan after an annual one and with another discount.
  const isSame = plan === to.plan && interval === to.interval
  const waits = atCycleEnd || (row?.status === 'active' && (isSame || (isLower && interval === 'annual')))
  // Until then the trial and the paid days are used up.
  if (waits) return { atCycleEnd, trialDays: 0, creditUntil: null }
  const creditUntil = row && creditEnd(row, to, now)
  const credit = creditUntil ? Math.ceil((creditUntil.getTime() - now.getTime()) / dayMs) : 0
  return { atCycleEnd, trialDays: Math.max(trialDaysLeft(to.plan, rows, { now, fromPublicPage }), credit), creditUntil }
}

/** Returns the price of one cycle in cents: a month, or a year at the annual price (spec 9). */
export function cycleCents(plan: PlanId, interval: Interval): number {
  const { monthlyUsd, annualMonthlyUsd } = plans[plan]
  return Math.round((interval === 'monthly' ? monthlyUsd : annualMonthlyUsd * 12) * 100)
}

/** Returns what the next charge of a subscription costs, in cents: less while its coupon lasts. */
export function nextChargeCents(
  row: Pick<SubscriptionRow, 'plan' | 'interval' | 'activatedAt' | 'trialDays' | 'periodEnd'> & {
    coupon: string | null
  },
): number {
  const { plan, interval } = described(row)
  const discount = discountOf(row.coupon, interval)
  const first = trialEnd(row) ?? row.activatedAt
  const cycles =
    first && row.periodEnd ? Math.round((row.periodEnd.getTime() - first.getTime()) / (cycleDays[interval] * dayMs)) : 0
  return Math.round(cycleCents(plan, interval) * (discount && cycles < discount.intervals ? 1 - discount.share : 1))
}

/** Whether a change costs less per month: it waits for the end of the paid cycle. */
export function isDowngrade(from: Billed, to: Billed): boolean {
  if (plans[to.plan].tier !== plans[from.plan].tier) return plans[to.plan].tier < plans[from.plan].tier
  return from.interval === 'annual' && to.interval === 'monthly'
}

/** Names of the special prices on a bill: each plan has a name of its own. */
const billNames: Partial<Record<PlanId, string>> = { pro_2: 'Pro at half price', pro_24: 'Pro at a special price' }

/** Name of a subscription on the platform's bill. Names the plan when a subscription of unknown origin is found. */
export const subscriptionName = (plan: PlanId, interval: Interval): string =>
  `Candor ${billNames[plan] ?? plans[plan].displayName}, ${interval}`

const billed = PLAN_IDS.flatMap((plan) => INTERVALS.map((interval) => ({ plan, interval })))

/** Returns the plan and interval of a subscription's name, also an older one, or of a hosted plan's handle. */
export function readSubscriptionName(name: string): { plan: PlanId; interval: Interval } | null {
  const exact = billed.find(({ plan, interval }) => subscriptionName(plan, interval) === name)
  if (exact) return exact
  const words = name
    .toLowerCase()
    .replace(/pro[ _-](2|24)(?=\W|$)/, 'pro_$1')
    .split(/[^a-z0-9_]+/)
  const plan = words.find((word): word is PlanId => word !== 'free' && Object.hasOwn(plans, word))
  if (!plan) return null
  return { plan, interval: words.some((word) => ['annual', 'yearly', 'year'].includes(word)) ? 'annual' : 'monthly' }
}
