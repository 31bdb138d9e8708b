import type { Prisma } from '../../generated/prisma/client.ts'
import type { QueueLine } from '../../requests/requests/item-snapshot.ts'
import type { OrderLine } from '../../shop/orders/order-lines.ts'
import type { SkipReason } from '../../../rules/queue-status.ts'
import { dayMs } from '../../../rules/dates.ts'
import { displayNameOf } from './seed-people.ts'
import { uuidAt, type Random } from './seed-random.ts'
import type { SeedCustomer, SeedProduct } from './seed-reviews.ts'

type OrderRow = Prisma.OrderCreateManyInput & { id: string; number: number; createdAt: Date }
type QueueRow = Prisma.QueueItemCreateManyInput & { status: Status; createdAt: Date }
type Status = 'waiting' | 'waitingCondition' | 'cancelled' | 'success' | 'opened' | 'reviewed' | 'failed'

interface OrderSeed {
  shopId: string
  shopDomain: string
  products: readonly SeedProduct[]
  customers: readonly SeedCustomer[]
  now: Date
}

/** Days from the parcel to its request: the merchant tried other delays before the default of a week (spec 9). */
const delayAt = (ageDays: number): number => (ageDays > 44 ? 14 : ageDays > 30 ? 3 : 7)
export const firstOrderNumber = 1001
const firstOrderId = 6_200_000_000_001

/** Number of requests by status, 600 in all. None is being sent, as that needs a sender. */
const mix: readonly (readonly [Status, number, SkipReason?])[] = [
  ['waiting', 108],
  ['waitingCondition', 48],
  ['success', 158],
  ['opened', 118],
  ['reviewed', 84],
  ['failed', 22],
  ['cancelled', 20],
  ['cancelled', 16, 'orderCancelled'],
  ['cancelled', 10, 'orderRefunded'],
  ['cancelled', 10, 'unsubscribed'],
  ['cancelled', 6, 'noCustomerEmail'],
]
const refusals = ['550 5.1.1 The address does not exist', '552 5.2.2 Mailbox full', '421 4.7.0 Try again later']

export function makeOrders(random: Random, seed: OrderSeed): { orders: OrderRow[]; queue: QueueRow[] } {
  const wanted = mix.flatMap(([status, count, skipReason]) =>
    Array.from({ length: count }, () => ({ status, skipReason: skipReason ?? null })),
  )
  // The newest orders still wait; the dates of others don't depend on their status.
  const dated = wanted
    .map((want) => ({ ...want, placed: seed.now.getTime() - ageOf(random, want.status) * dayMs }))
    .sort((a, b) => a.placed - b.placed)
  const orders: OrderRow[] = []
  const queue: QueueRow[] = []
  dated.forEach((want, index) => {
    const order = makeOrder(random, { seed, index, want })
    orders.push(order)
    queue.push(makeRequest(random, { seed, order, want }))
  })
  return { orders, queue }
}

interface Want {
  status: Status
  skipReason: SkipReason | null
  placed: number
}

/** Returns the days since the order. */
function ageOf(random: Random, status: Status): number {
  if (status === 'waiting') return 2 + random.next() * 4.5
  if (status === 'waitingCondition') return random.next() * 4
  return 11 + random.next() * 48
}

function makeOrder(random: Random, { seed, index, want }: { seed: OrderSeed; index: number; want: Want }): OrderRow {
  const customer = random.pick(seed.customers)
  const createdAt = new Date(want.placed)
  const fulfilledAt =
    want.status === 'waitingCondition' ? null : new Date(want.placed + (0.4 + random.next() * 1.3) * dayMs)
  const deliveredAt =
    fulfilledAt && want.status !== 'waiting' ? new Date(fulfilledAt.getTime() + (1 + random.next() * 2) * dayMs) : null
  const closedAt = new Date(want.placed + 2.5 * dayMs)
  const id = uuidAt(random, want.placed)
  const lines = random.sample(
    seed.products,
    random.weighted([
      [1, 58],
      [2, 28],
      [3, 11],
      [5, 3],
    ]),
  )
  return {
    shopId: seed.shopId,
    id,
    platformId: String(firstOrderId + index),
    name: `#${firstOrderNumber + index}`,
    number: firstOrderNumber + index,
    customerId: customer.id,
    email: want.skipReason === 'noCustomerEmail' ? '' : customer.email,
    customerName: displayNameOf(customer),
    locale: customer.texts.locale,
    country: customer.country,
    lineItems: lines.map(({ id: productId, product }, at): OrderLine => {
      const variant = random.pick(product.variants)
      return {
        lineId: `${firstOrderId + index}${at}`,
        productId,
        platformProductId: product.platformId,
        variantId: variant.id,
        title: product.title,
        variantTitle: variant.title,
        quantity: random.weighted([
          [1, 80],
          [2, 16],
          [4, 4],
        ]),
        removed: 0,
        returned: 0,
        image: product.image,
        handle: product.handle,
      }
    }) as unknown as Prisma.InputJsonArray,
    createdAt,
    fulfilledAt,
    deliveredAt,
    cancelledAt: want.skipReason === 'orderCancelled' ? closedAt : null,
    refundedAt: want.skipReason === 'orderRefunded' ? closedAt : null,
    changedAt: deliveredAt ?? fulfilledAt ?? createdAt,
  }
}

function makeRequest(
  random: Random,
  { seed, order, want }: { seed: OrderSeed; order: OrderRow; want: Want },
): QueueRow {
  const { status, skipReason } = want
  const lines = order.lineItems as unknown as OrderLine[]
  const fulfilledAt = order.fulfilledAt ? new Date(order.fulfilledAt) : null
  const ageDays = (seed.now.getTime() - order.createdAt.getTime()) / dayMs
  const scheduledAt = fulfilledAt && new Date(fulfilledAt.getTime() + delayAt(ageDays) * dayMs)
  const sent = status === 'success' || status === 'opened' || status === 'reviewed'
  const sentAt = sent && scheduledAt ? new Date(scheduledAt.getTime() + 900) : null
  const after = (from: Date | null, hours: number) =>
    from && new Date(Math.min(seed.now.getTime() - 60_000, from.getTime() + random.next() * hours * 3_600_000))
  const openedAt = status === 'opened' || status === 'reviewed' ? after(sentAt, 30) : null
  const clickedAt = status === 'reviewed' || (status === 'opened' && random.chance(0.35)) ? after(openedAt, 4) : null
  const lineItems = lines.map(({ productId, title, handle, image, quantity }): QueueLine => ({
    productId,
    title,
    handle,
    image,
    link: `https://${seed.shopDomain}/products/${handle ?? ''}`,
    quantity,
  }))
  const id = uuidAt(random, order.createdAt.getTime())
  return {
    shopId: seed.shopId,
    id,
    orderId: order.id,
    orderName: order.name,
    orderNumber: order.number,
    customerId: order.customerId ?? null,
    customerEmail: order.email,
    customerName: order.customerName ?? '',
    locale: order.locale ?? null,
    status,
    skipReason,
    errorMessage: status === 'failed' ? random.pick(refusals) : null,
    subject: sent ? `How do you like your ${lines[0]?.title ?? ''}?` : '',
    lineItems: lineItems as unknown as Prisma.InputJsonArray,
    productIds: [...new Set(lines.flatMap(({ productId }) => productId ?? []))],
    fulfillmentStatus: order.deliveredAt ? 'delivered' : order.fulfilledAt ? 'fulfilled' : null,
    createdOrderAt: order.createdAt,
    fulfilledDate: fulfilledAt,
    scheduledAt,
    sentAt,
    openedAt,
    clickedAt,
    reviewedAt: status === 'reviewed' ? after(clickedAt, 20) : null,
    attempts: sent ? 1 : status === 'failed' ? 3 : 0,
    messageId: sent ? `<${id}@candor.test>` : null,
    searchText: [order.name, order.email, order.customerName, ...lines.map(({ title }) => title)]
      .join('\n')
      .toLowerCase(),
    createdAt: order.createdAt,
    updatedAt: sentAt ?? order.createdAt,
  }
}
