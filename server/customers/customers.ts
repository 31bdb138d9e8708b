import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../context.ts'

export interface CustomerFacts {
  platformId: string | null
  /** Lower case. */
  email: string
  firstName: string
  lastName: string
  locale: string | null
  country: string | null
}

/**
 * Finds or makes the customer of an address and keeps what is new about them. An empty word never overwrites a known one.
 * Answers the customer's id. Runs in the transaction of the caller.
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
  const found = await db.customer.findMany({
    where: { shopId: shop.id, OR: [{ email: facts.email }, ...(facts.platformId ? [{ platformId: facts.platformId }] : [])] },
    select: { id: true, email: true, platformId: true },
  })
  const byId = facts.platformId ? found.find(({ platformId }) => platformId === facts.platformId) : undefined
  const byEmail = found.find(({ email }) => email === facts.email)
  const customer = byEmail ?? byId
  if (customer) {
    // A platform id belongs to one row; an address that moved to another person stays where it is.
    const platformId = facts.platformId && !byId && !customer.platformId ? { platformId: facts.platformId } : {}
    const email = byEmail ? {} : { email: facts.email }
    await db.customer.update({ where: { shopId_id: { shopId: shop.id, id: customer.id } }, data: { ...known, ...platformId, ...email } })
    return customer.id
  }
  const row = { shopId: shop.id, id: uuidv7(), platformId: facts.platformId, email: facts.email, createdAt: ctx.now(), ...known }
  const { count } = await db.customer.createMany({ data: [row], skipDuplicates: true })
  if (count) return row.id
  // Made by another event in the meantime.
  const winner = await db.customer.findFirst({ where: { shopId: shop.id, OR: [{ email: facts.email }, { platformId: facts.platformId ?? '' }] }, select: { id: true } })
  if (!winner) throw new Error('A customer could be neither made nor found')
  return winner.id
}
