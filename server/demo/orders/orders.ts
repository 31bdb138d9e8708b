import { z } from 'zod'
import { maxNameChars, maxRuleTags, maxTagChars } from '../../../rules/limits.ts'
import { email, requiredLine } from '../../../rules/validation.ts'
import type { Db } from '../../core/database/for-shop.ts'
import { InvalidInput, NotFound, parse } from '../../core/errors.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { redeemDiscount } from './discounts.ts'
import { nextOrderKey } from '../seed/seed.ts'

/** An order stored by the demo platform; times in ISO. */
export interface DemoOrder {
  id: string
  name: string
  number: number
  shopDomain: string
  email: string
  firstName: string
  lastName: string
  /** Customer number of the platform: one per email address. */
  customerId: string
  /** Tags of the customer. Absent in orders from earlier versions. */
  tags?: string[] | undefined
  acceptsMarketing?: boolean | undefined
  country?: string | undefined
  /** The shopper's language at the checkout. Absent in orders from earlier versions. */
  locale?: string | undefined
  createdAt: string
  fulfilledAt: string | null
  deliveredAt: string | null
  cancelledAt: string | null
  refundedAt: string | null
  lines: DemoLine[]
  /** Used code and its discount. Absent in orders from earlier versions. */
  discount?: { code: string; offCents: number } | undefined
}

interface DemoLine {
  id: string
  productId: string
  variantId: string
  handle: string
  title: string
  variantTitle: string
  quantity: number
  priceCents: number
}

export type DemoOrderState = 'placed' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'

export function stateOf(order: DemoOrder): DemoOrderState {
  if (order.cancelledAt) return 'cancelled'
  if (order.refundedAt) return 'refunded'
  if (order.deliveredAt) return 'delivered'
  return order.fulfilledAt ? 'fulfilled' : 'placed'
}

const name = requiredLine(maxNameChars)

const newOrder = z.object({
  email: email(),
  firstName: name,
  lastName: name,
  tags: z.array(requiredLine(maxTagChars), 'valueInvalid').max(maxRuleTags, 'valueInvalid').optional(),
  acceptsMarketing: z.boolean('valueInvalid').optional(),
  country: z
    .string('valueInvalid')
    .regex(/^[A-Z]{2}$/, 'valueInvalid')
    .optional(),
  locale: z.string('valueInvalid').max(20, 'valueInvalid').optional(),
  discountCode: z.string('valueInvalid').trim().max(60, 'valueInvalid').optional(),
  items: z
    .array(
      z.object({
        handle: z.string({ error: 'required' }),
        quantity: z.coerce
          .number('valueInvalid')
          .int('valueInvalid')
          .min(1, 'valueInvalid')
          .max(99, 'valueInvalid')
          .default(1),
        variantId: z.string().optional(),
      }),
      'required',
    )
    .min(1, 'required')
    .max(50, 'valueInvalid'),
})

interface OrderPlace {
  shopDomain: string
  origin: string
  now: Date
}

const prefix = 'order:'
const firstId = 6_200_000_000_000

/** Stores a new order. Sends no event. @throws InvalidInput */
export async function placeOrder(db: Db, input: unknown, { shopDomain, origin, now }: OrderPlace): Promise<DemoOrder> {
  const { items, discountCode, ...customer } = parse(newOrder, input)
  const catalog = new Map(catalogOf(shopDomain, origin).map((product) => [product.handle, product]))
  const bought = items.map(({ handle, quantity, variantId }, index) => {
    const product = catalog.get(handle)
    const variant = product?.variants.find((candidate) => variantId === undefined || candidate.id === variantId)
    if (!product || !variant) throw new InvalidInput({ [`items.${index}.handle`]: 'productMissing' })
    return {
      productId: product.platformId,
      variantId: variant.id,
      handle,
      title: product.title,
      variantTitle: variant.title,
      quantity,
      priceCents: variant.priceCents,
    }
  })
  const customerId = customerIdOf(customer.email)
  const discount = discountCode ? await redeemDiscount(db, discountCode, { customerId, lines: bought, now }) : undefined
  const number = await takeNumber(db)
  const id = String(firstId + number)
  const order: DemoOrder = {
    id,
    name: `#${number}`,
    number,
    shopDomain,
    ...customer,
    customerId,
    ...(discount && { discount }),
    createdAt: now.toISOString(),
    fulfilledAt: null,
    deliveredAt: null,
    cancelledAt: null,
    refundedAt: null,
    lines: bought.map((line, index) => ({ id: `${id}${index}`, ...line })),
  }
  await saveOrder(db, order)
  return order
}

export async function saveOrder(db: Db, order: DemoOrder): Promise<void> {
  const value = JSON.parse(JSON.stringify(order)) as object
  await db.demoState.upsert({
    where: { key: prefix + order.id },
    create: { key: prefix + order.id, value },
    update: { value },
  })
}

/** @throws NotFound */
export async function findDemoOrder(db: Db, id: string): Promise<DemoOrder> {
  const row = /^\d{10,16}$/.test(id) ? await db.demoState.findUnique({ where: { key: prefix + id } }) : null
  if (!row) throw new NotFound()
  return row.value as unknown as DemoOrder
}

/** Returns a shop's newest orders first. */
export async function listDemoOrders(db: Db, shopDomain: string, take: number): Promise<DemoOrder[]> {
  const rows = await db.demoState.findMany({
    where: { key: { startsWith: prefix }, value: { path: ['shopDomain'], equals: shopDomain } },
    orderBy: { key: 'desc' },
    take,
  })
  return rows.map(({ value }) => value as unknown as DemoOrder)
}

async function takeNumber(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ next: number }[]>`
    insert into "DemoState" (key, value) values (${nextOrderKey}, to_jsonb(1002))
    on conflict (key) do update set value = to_jsonb(("DemoState".value)::int + 1) returning (value)::int as next`
  return (row?.next ?? 1002) - 1
}

/** Returns a stable number for an address, since the platform has one row per customer. */
function customerIdOf(address: string): string {
  let sum = 0
  for (const character of address) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 900_000_000_000
  return String(7_400_000_000_000 + sum)
}
