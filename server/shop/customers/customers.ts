import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../../core/context.ts'
import type { PlatformWebhook } from '../../platform/platform.ts'
import { readCustomerEvent } from './customer-payload.ts'
import { applyHeard, type HeardFacts } from './heard.ts'

interface CustomerFacts {
  platformId: string | null
  /** Lower case. */
  email: string
  firstName: string
  lastName: string
  locale: string | null
  country: string | null
  /** Absent or null if the platform doesn't say. */
  tags?: readonly string[] | null
  acceptsMarketing?: boolean | null
  /** Time of the event that says so. */
  at: Date
}

/**
 * Finds or creates the customer of an address and stores new facts. An empty text never overwrites a known one. Returns
 * the customer's id. Runs in the caller's transaction.
 */
export async function upsertCustomer(ctx: Ctx, facts: CustomerFacts): Promise<string> {
  const { db, shop } = ctx
  const displayName = `${facts.firstName} ${facts.lastName}`.trim()
  const known = {
    ...(facts.firstName && { firstName: facts.firstName }),
    ...(facts.lastName && { lastName: facts.lastName }),
    ...(displayName && { displayName }),
    ...(facts.locale && { locale: facts.locale }),
    ...(facts.country && { country: facts.country }),
  }
  const found = await db.$queryRaw<(HeardFacts & { id: string; email: string; platformId: string | null })[]>`
    select id, email, "platformId", tags, "acceptsMarketing", heard from "Customer"
    where "shopId" = ${shop.id}::uuid and (email = ${facts.email} or "platformId" = ${facts.platformId}) order by id for update`
  const byId = facts.platformId ? found.find(({ platformId }) => platformId === facts.platformId) : undefined
  const byEmail = found.find(({ email }) => email === facts.email)
  const customer = byEmail ?? byId
  if (customer) {
    // A platform id belongs to one row; an address that moved to another person stays with its row.
    const platformId = facts.platformId && !byId && !customer.platformId ? { platformId: facts.platformId } : {}
    const email = byEmail ? {} : { email: facts.email }
    await db.customer.update({
      where: { shopId_id: { shopId: shop.id, id: customer.id } },
      data: { ...known, ...applyHeard(customer, facts, facts.at), ...platformId, ...email },
    })
    return customer.id
  }
  const row = {
    shopId: shop.id,
    id: uuidv7(),
    platformId: facts.platformId,
    email: facts.email,
    createdAt: ctx.now(),
    ...known,
    ...applyHeard({ tags: [], acceptsMarketing: null, heard: {} }, facts, facts.at),
  }
  const { count } = await db.customer.createMany({ data: [row], skipDuplicates: true })
  if (count) return row.id
  // A concurrent event created the customer first.
  const winner = await db.customer.findFirst({
    where: { shopId: shop.id, OR: [{ email: facts.email }, { platformId: facts.platformId ?? '' }] },
    select: { id: true },
  })
  if (!winner) throw new Error('A customer could be neither made nor found')
  return winner.id
}

/** Topics of `applyCustomerEvent`, to which a shop subscribes. */
export const CUSTOMER_TOPICS = [
  'customers/create',
  'customers/update',
  'customer.tags_added',
  'customer.tags_removed',
  'customers_email_marketing_consent/update',
] as const

/** Stores tags and marketing consent of a customer with an order. Other customers are ignored. */
export async function applyCustomerEvent(
  tx: Ctx,
  { topic, triggeredAt, payload }: Pick<PlatformWebhook, 'topic' | 'triggeredAt' | 'payload'>,
): Promise<void> {
  const event = readCustomerEvent(topic, payload)
  if (!event) return
  const [row] = await tx.db.$queryRaw<(HeardFacts & { id: string })[]>`
    select id, tags, "acceptsMarketing", heard from "Customer" where "shopId" = ${tx.shop.id}::uuid and "platformId" = ${event.platformId} for update`
  if (!row) return
  const data = applyHeard(row, event, triggeredAt ?? tx.now())
  await tx.db.customer.update({ where: { shopId_id: { shopId: tx.shop.id, id: row.id } }, data })
}
