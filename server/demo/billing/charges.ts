import { randomInt } from 'node:crypto'
import { dayMs } from '../../../rules/dates.ts'
import { approvalDays, cycleDays } from '../../../rules/subscription.ts'
import type { Db } from '../../core/database/for-shop.ts'
import { NotAllowed, NotFound } from '../../core/errors.ts'

/** A subscription on the demo platform's bill; times in ISO, of the business clock. */
export interface DemoCharge {
  id: string
  shopDomain: string
  name: string
  /** Price of a cycle as the app sent it, such as `19.90`. */
  amount: string
  /** Of a hosted plan, which the merchant chose on the platform's pricing page. */
  planHandle?: string
  currency: string
  interval: 'EVERY_30_DAYS' | 'ANNUAL'
  discount: { percentage: number; intervals: number | null } | null
  trialDays: number
  test: boolean
  returnUrl: string
  atCycleEnd: boolean
  createdAt: string
  /** Approved charges start here, perhaps later than the approval. */
  startsAt: string | null
  /** When it ends or has ended: canceled, or replaced by the next one. */
  endsAt: string | null
  declined: boolean
  frozen: boolean
}

type ChargeStatus = 'PENDING' | 'ACCEPTED' | 'ACTIVE' | 'FROZEN' | 'DECLINED' | 'EXPIRED' | 'CANCELLED'

const prefix = 'charge:'

/** Lists a shop's charges, oldest first. */
export async function listCharges(db: Db, shopDomain: string): Promise<DemoCharge[]> {
  const rows = await db.demoState.findMany({
    where: { key: { startsWith: `${prefix}${shopDomain}:` } },
    orderBy: { key: 'asc' },
  })
  return rows
    .map(({ value }) => value as unknown as DemoCharge)
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id))
}

/** @throws NotFound */
export async function findCharge(db: Db, id: string): Promise<DemoCharge> {
  const row = await db.demoState.findFirst({ where: { key: { startsWith: prefix, endsWith: `:${id}` } } })
  if (!row || !/^\d+$/.test(id)) throw new NotFound()
  return row.value as unknown as DemoCharge
}

export async function createCharge(
  db: Db,
  charge: Omit<DemoCharge, 'id' | 'startsAt' | 'endsAt' | 'declined' | 'frozen'>,
): Promise<DemoCharge> {
  const made = {
    ...charge,
    id: String(randomInt(1e9, 1e12)),
    startsAt: null,
    endsAt: null,
    declined: false,
    frozen: false,
  }
  await save(db, made)
  return made
}

/** Returns a charge's status at a time. */
export function statusOf(charge: DemoCharge, now: Date): ChargeStatus {
  const at = now.toISOString()
  if (charge.declined) return 'DECLINED'
  if (charge.endsAt !== null && charge.endsAt <= at) return 'CANCELLED'
  if (charge.startsAt === null)
    return now.getTime() - Date.parse(charge.createdAt) >= approvalDays * dayMs ? 'EXPIRED' : 'PENDING'
  if (charge.startsAt > at) return 'ACCEPTED'
  return charge.frozen ? 'FROZEN' : 'ACTIVE'
}

/** Returns the end of the present cycle, or of the trial; null unless the charge is active. */
export function periodEndOf(charge: DemoCharge, now: Date): Date | null {
  if (charge.startsAt === null || statusOf(charge, now) !== 'ACTIVE') return null
  const trialEnd = Date.parse(charge.startsAt) + charge.trialDays * dayMs
  if (now.getTime() < trialEnd) return new Date(trialEnd)
  const cycle = cycleDays[charge.interval === 'ANNUAL' ? 'annual' : 'monthly'] * dayMs
  return new Date(trialEnd + Math.floor((now.getTime() - trialEnd) / cycle + 1) * cycle)
}

/**
 * Approves a pending charge. It replaces the present one at once, or at the end of its cycle. It waits if
 * the app asks, for the same plan at another discount, and for a shorter interval.
 * @throws NotAllowed when it isn't pending
 */
export async function approveCharge(db: Db, charge: DemoCharge, now: Date): Promise<DemoCharge> {
  if (statusOf(charge, now) !== 'PENDING') throw new NotAllowed('linkInvalid')
  const others = await listCharges(db, charge.shopDomain)
  const running = others.filter((other) => ['ACTIVE', 'FROZEN', 'ACCEPTED'].includes(statusOf(other, now)))
  const present = running.find((other) => statusOf(other, now) === 'ACTIVE')
  const waits =
    charge.atCycleEnd ||
    present?.name === charge.name ||
    (present?.interval === 'ANNUAL' && charge.interval === 'EVERY_30_DAYS')
  const startsAt = ((waits && present && periodEndOf(present, now)) || now).toISOString()
  for (const other of running) await save(db, { ...other, endsAt: other === present ? startsAt : now.toISOString() })
  const approved = { ...charge, startsAt }
  await save(db, approved)
  return approved
}

export async function declineCharge(db: Db, charge: DemoCharge, now: Date): Promise<DemoCharge> {
  if (statusOf(charge, now) !== 'PENDING') throw new NotAllowed('linkInvalid')
  const declined = { ...charge, declined: true }
  await save(db, declined)
  return declined
}

/** Cancels a charge. If it waited for the present one to end, that one goes on. */
export async function cancelCharge(db: Db, charge: DemoCharge, now: Date): Promise<DemoCharge> {
  const status = statusOf(charge, now)
  if (status === 'CANCELLED' || status === 'EXPIRED' || status === 'DECLINED') throw new NotAllowed('linkInvalid')
  if (status === 'ACCEPTED')
    for (const other of await listCharges(db, charge.shopDomain))
      if (other.endsAt === charge.startsAt) await save(db, { ...other, endsAt: null })
  const cancelled = { ...charge, endsAt: now.toISOString() }
  await save(db, cancelled)
  return cancelled
}

/** Ends the charges of a shop that uninstalls, as the platform does. */
export async function endCharges(db: Db, shopDomain: string, now: Date): Promise<void> {
  for (const charge of await listCharges(db, shopDomain))
    if (!['CANCELLED', 'EXPIRED', 'DECLINED'].includes(statusOf(charge, now)))
      await save(db, { ...charge, endsAt: now.toISOString() })
}

/** Sets whether the merchant's own bill at the platform is unpaid. */
export async function freezeCharge(db: Db, charge: DemoCharge, frozen: boolean): Promise<DemoCharge> {
  const changed = { ...charge, frozen }
  await save(db, changed)
  return changed
}

async function save(db: Db, charge: DemoCharge): Promise<void> {
  const key = `${prefix}${charge.shopDomain}:${charge.id}`
  const value = { ...charge }
  await db.demoState.upsert({ where: { key }, create: { key, value }, update: { value } })
}

/** Returns the webhook of a changed subscription, in the platform's form. */
export function chargeEvent(charge: DemoCharge, now: Date): { topic: string; payload: object } {
  return {
    topic: 'app_subscriptions/update',
    payload: {
      app_subscription: {
        admin_graphql_api_id: globalIdOf(charge),
        name: charge.name,
        status: statusOf(charge, now),
        created_at: charge.createdAt,
        updated_at: now.toISOString(),
        currency: charge.currency,
        capped_amount: null,
      },
    },
  }
}

export const globalIdOf = ({ id }: { id: string }): string => `gid://shopify/AppSubscription/${id}`
