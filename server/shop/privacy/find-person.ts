import { spellMailAddress } from '../../core/mail-address.ts'
import type { Ctx } from '../../core/context.ts'
import type { PrivacyRequest } from '../../generated/prisma/client.ts'
import type { Person } from './personal-data.ts'
import type { NamedPerson } from './receive.ts'

/**
 * Finds all keys of a person: the platform's, and those of the customer's rows. Stores them with the request, since the
 * first erased rows are those that lead to the others.
 */
export async function findPerson(ctx: Ctx, row: PrivacyRequest): Promise<Person> {
  const { known, ...named } = row.person as unknown as NamedPerson & { known?: Person }
  const person = await findKeys(ctx, named, known)
  await ctx.db.privacyRequest.updateMany({
    where: { shopId: ctx.shop.id, id: row.id, fence: row.fence },
    data: { person: JSON.parse(JSON.stringify({ ...named, known: person })) as object },
  })
  return person
}

/** Finds the keys of a person, besides the known ones. */
export async function findKeys(ctx: Ctx, named: NamedPerson, known?: Person): Promise<Person> {
  const shopId = ctx.shop.id
  const spelled = known?.emails ?? (named.email ? spellMailAddress(named.email) : [])
  const customers = await ctx.db.customer.findMany({
    where: {
      shopId,
      OR: [{ email: { in: spelled } }, ...(named.platformId ? [{ platformId: named.platformId }] : [])],
    },
  })
  const emails = [...new Set([...spelled, ...customers.flatMap(({ email }) => spellMailAddress(email))])].filter(
    Boolean,
  )
  const customerIds = unite(known?.customerIds, customers)
  const orders = await ctx.db.order.findMany({
    where: {
      shopId,
      OR: [{ customerId: { in: customerIds } }, { email: { in: emails } }, { platformId: { in: named.orderIds } }],
    },
    select: { id: true, email: true, customerName: true },
  })
  const orderEmails = orders.flatMap(({ email }) => (email ? spellMailAddress(email) : []))
  const orderIds = unite(known?.orderIds, orders)
  const reviews = await ctx.db.review.findMany({
    where: {
      shopId,
      OR: [{ customerId: { in: customerIds } }, { email: { in: emails } }, { orderId: { in: orderIds } }],
    },
    select: { id: true, firstName: true, lastName: true },
  })
  const names = [
    ...(known?.names ?? []),
    ...customers.flatMap(({ displayName, firstName, lastName }) => [displayName, firstName, lastName]),
    ...orders.map(({ customerName }) => customerName),
    ...reviews.flatMap(({ firstName, lastName }) => [`${firstName} ${lastName}`.trim(), firstName, lastName]),
  ]
  return {
    platformId: named.platformId ?? customers.find(({ platformId }) => platformId)?.platformId ?? null,
    emails: [...new Set([...emails, ...orderEmails])],
    phone: named.phone,
    names: [...new Set(names.filter(Boolean))],
    customerIds,
    orderIds,
    reviewIds: unite(known?.reviewIds, reviews),
  }
}

const unite = (known: readonly string[] = [], rows: readonly { id: string }[]): string[] => [
  ...new Set([...known, ...rows.map(({ id }) => id)]),
]
