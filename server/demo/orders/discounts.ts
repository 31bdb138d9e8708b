import type { Db } from '../../core/database/for-shop.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { NewDiscount } from '../../platform/platform.ts'

/** A code stored by the demo platform; times in ISO. */
interface DemoDiscount {
  code: string
  type: NewDiscount['type']
  value: number
  startsAt: string
  endsAt: string | null
  usedAt: string | null
  customerId: string | null
  /** Absent in codes of earlier versions. */
  productIds?: readonly string[]
}

const prefix = 'discount:'
const mostListed = 5000

/** Stores a code; an existing one stays unchanged. */
export async function keepDiscount(
  db: Db,
  { startsAt, endsAt, code, type, value, customerId, productIds }: NewDiscount,
): Promise<string> {
  const discount: DemoDiscount = {
    code,
    type,
    value,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    usedAt: null,
    customerId,
    productIds,
  }
  await db.demoState.createMany({ data: [{ key: prefix + code, value: { ...discount } }], skipDuplicates: true })
  return code
}

export async function endDemoDiscount(db: Db, code: string): Promise<void> {
  await db.demoState.deleteMany({ where: { key: prefix + code } })
}

export async function listDemoDiscounts(db: Db): Promise<Omit<DemoDiscount, 'customerId'>[]> {
  const rows = await db.demoState.findMany({
    where: { key: { startsWith: prefix } },
    orderBy: { key: 'asc' },
    take: mostListed,
  })
  return rows.map(({ value }) => {
    const { customerId: _customer, ...discount } = value as unknown as DemoDiscount
    return discount
  })
}

interface Basket {
  customerId: string
  lines: readonly { productId: string; quantity: number; priceCents: number }[]
  now: Date
}

/** Redeems a code: once, in its period, by its customer, for its products. Returns the discount. @throws InvalidInput */
export async function redeemDiscount(
  db: Db,
  text: string,
  { customerId, lines, now }: Basket,
): Promise<{ code: string; offCents: number }> {
  const code = text.toUpperCase()
  const row = await db.demoState.findUnique({ where: { key: prefix + code } })
  const discount = row?.value as unknown as DemoDiscount | undefined
  const refuse = () => new InvalidInput({ discountCode: 'discountNotValid' })
  if (!discount || now < new Date(discount.startsAt) || (discount.endsAt !== null && now > new Date(discount.endsAt)))
    throw refuse()
  if (discount.customerId !== null && discount.customerId !== customerId) throw refuse()
  const { productIds = [] } = discount
  const discounted = lines.filter(({ productId }) => productIds.length === 0 || productIds.includes(productId))
  if (discounted.length === 0) throw refuse()
  const totalCents = discounted.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  // Only one of two concurrent checkouts gets it.
  const taken =
    await db.$executeRaw`update "DemoState" set value = jsonb_set(value, '{usedAt}', to_jsonb(${now.toISOString()}::text)) where key = ${prefix + code} and value->>'usedAt' is null`
  if (taken === 0) throw refuse()
  const off = { percentage: (totalCents * discount.value) / 100, amount: discount.value * 100, shipping: 0 }[
    discount.type
  ]
  return { code, offCents: Math.min(totalCents, Math.round(off)) }
}
