import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../core/context.ts'
import type { Ctx } from '../../core/context.ts'
import { upsertCustomer } from '../customers/customers.ts'
import type { Order, Prisma } from '../../generated/prisma/client.ts'
import type { PlatformOrder, PlatformWebhook } from '../../platform/platform.ts'
import { countKeptPieces, parseOrderLines, parseOrderParcels } from './order-lines.ts'
import type { OrderLine, Parcel } from './order-lines.ts'
import { readOrderEvent } from './order-payload.ts'
import type { OrderBody, OrderEvent, OrderFacts } from './order-payload.ts'

/** Topics of `applyOrderEvent`, to which a shop subscribes. */
export const ORDER_TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/fulfilled',
  'orders/partially_fulfilled',
  'orders/cancelled',
  'orders/delete',
  'fulfillments/create',
  'fulfillments/update',
  'fulfillment_events/create',
  'refunds/create',
] as const

/** Applies a platform event to an order (goal R6). A late event adds facts but never undoes a newer one. */
export async function applyOrderEvent(
  ctx: Ctx,
  webhook: Pick<PlatformWebhook, 'topic' | 'webhookId' | 'triggeredAt' | 'payload'>,
): Promise<void> {
  const event = readOrderEvent(webhook.topic, webhook.payload)
  if (!event) {
    ctx.log.warn({ topic: webhook.topic, webhookId: webhook.webhookId }, 'an order event that cannot be read')
    return
  }
  await inTransaction(ctx, async (tx) => {
    const order = await applyEvent(tx, event, webhook.triggeredAt ?? event.happenedAt ?? tx.now())
    await tx.emit('order.changed', { order })
  })
}

/** Stores unknown past orders without emitting events. Runs in the caller's transaction. */
export async function savePastOrders(tx: Ctx, orders: readonly PlatformOrder[]): Promise<Order[]> {
  const where = { shopId: tx.shop.id, platformId: { in: orders.map(({ platformId }) => platformId) } }
  const known = new Set(
    (await tx.db.order.findMany({ where: { ...where, name: { not: '' } }, select: { platformId: true } })).map(
      ({ platformId }) => platformId,
    ),
  )
  for (const { platformId, payload } of orders) {
    const event = known.has(platformId) ? null : readOrderEvent('orders/updated', payload)
    if (event) await applyEvent(tx, event, event.happenedAt ?? tx.now())
  }
  return tx.db.order.findMany({ where: { ...where, name: { not: '' } } })
}

export async function findOrder(ctx: Ctx, id: string): Promise<Order | null> {
  return ctx.db.order.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
}

async function applyEvent(ctx: Ctx, event: OrderEvent, at: Date): Promise<Order> {
  const order = await lockedOrder(ctx, event.platformId)
  // An order known only from parcels has no body yet: any body is newer.
  const bodyIsNews = event.body !== null && (order.number === 0 || at >= order.changedAt)
  const body =
    bodyIsNews && event.body ? await bodyData(ctx, order.redactedAt ? nameless(event.body) : event.body, at) : null
  const before = parseOrderLines(order.lineItems)
  const lines = withReturned(body ? carryReturned(body.lines, before) : before, event.refunded)
  const parcels = withParcels(parseOrderParcels(order.parcels), event, at >= order.changedAt)
  const refunds = withRefunds(ctx, order.refunds, event.money)
  const price = body?.columns ?? order
  const isBack = event.facts.isRefunded || isPaidBack(refunds, price) || (price.name !== '' && areAllLinesBack(lines))
  const data: Prisma.OrderUncheckedUpdateInput = {
    ...body?.columns,
    ...factColumns(order, withShipping(event, parcels), at),
    lineItems: lines as unknown as Prisma.InputJsonArray,
    parcels: parcels as unknown as Prisma.InputJsonArray,
    refunds,
    ...(isBack && !order.refundedAt && { refundedAt: at }),
    ...(at > order.changedAt && { changedAt: at }),
  }
  return ctx.db.order.update({ where: { shopId_id: { shopId: ctx.shop.id, id: order.id } }, data })
}

/** Lines known only from a refund have no title yet, so callers ask only about a known order. */
function areAllLinesBack(lines: readonly OrderLine[]): boolean {
  return lines.length > 0 && lines.every((line) => countKeptPieces(line) === 0)
}

/** Returns whether refunds cover the price of all goods; a shop may keep the shipping fee (decision 0070). */
function isPaidBack(
  refunds: Record<string, number>,
  { totalCents, shippingCents }: Pick<Order, 'totalCents' | 'shippingCents'>,
): boolean {
  const goods = totalCents > shippingCents ? totalCents - shippingCents : totalCents
  return goods > 0 && Object.values(refunds).reduce((sum, cents) => sum + cents, 0) >= goods
}

/** Returns refunded cents by refund id. Amounts in a customer's own currency can't be compared with the price. */
function withRefunds(ctx: Ctx, before: unknown, money: OrderEvent['money']): Record<string, number> {
  const news = money.filter(({ currency }) => currency === null || currency === ctx.shop.currency.toUpperCase())
  return { ...(before as Record<string, number>), ...Object.fromEntries(news.map(({ id, cents }) => [id, cents])) }
}

/** Adds what an event about parcels says about the order: fulfilled by the first parcel that didn't fail. */
function withShipping({ facts, parcels, progress }: OrderEvent, known: readonly Parcel[]): OrderFacts {
  if (facts.fulfilledAt || facts.deliveredAt || (parcels.length === 0 && !progress)) return facts
  const first = known.find(({ failedAt }) => !failedAt)
  if (first) return { ...facts, fulfilledAt: first.fulfilledAt }
  return known.length > 0 || parcels.length > 0 ? { ...facts, fulfilledAt: null } : facts
}

/** Locks the order's row until the transaction ends, creating it if necessary: concurrent events wait. */
async function lockedOrder(ctx: Ctx, platformId: string): Promise<Order> {
  const shopId = ctx.shop.id
  const lock = () =>
    ctx.db.$queryRaw<
      Order[]
    >`select * from "Order" where "shopId" = ${shopId}::uuid and "platformId" = ${platformId} for update`
  const [known] = await lock()
  if (known) return known
  const stub = {
    shopId,
    id: uuidv7(),
    platformId,
    name: '',
    number: 0,
    email: '',
    createdAt: ctx.now(),
    changedAt: new Date(0),
  }
  const [made] = await ctx.db.order.createManyAndReturn({ data: [stub], skipDuplicates: true })
  const order = made ?? (await lock())[0]
  if (!order) throw new Error('An order could be neither made nor found')
  return order
}

type BodyColumns = Omit<
  Prisma.OrderUncheckedUpdateInput & Pick<Order, 'name' | 'totalCents' | 'shippingCents'>,
  'lineItems'
>

/** Removes the customer from an event that comes after the erasure of the customer's data. */
const nameless = (body: OrderBody): OrderBody => ({ ...body, email: '', customerName: '', locale: null, country: null })

async function bodyData(ctx: Ctx, body: OrderBody, at: Date): Promise<{ columns: BodyColumns; lines: OrderLine[] }> {
  const { email, locale, country, customer } = body
  const customerId = email ? await upsertCustomer(ctx, { ...customer, email, locale, country, at }) : null
  const columns = {
    name: body.name,
    number: body.number,
    email,
    customerName: body.customerName,
    locale,
    country,
    createdAt: body.createdAt,
    customerId,
    discountCodes: body.discountCodes,
    totalCents: body.totalCents,
    shippingCents: body.shippingCents,
    isTest: body.isTest,
  }
  return { columns, lines: await withOurProducts(ctx, body.lines) }
}

/** Adds the catalog's product ids to lines. */
async function withOurProducts(ctx: Ctx, lines: readonly OrderLine[]): Promise<OrderLine[]> {
  const ids = [...new Set(lines.map(({ platformProductId }) => platformProductId).filter((id) => id !== null))]
  const products = await ctx.db.product.findMany({
    where: { shopId: ctx.shop.id, platformId: { in: ids }, deletedAt: null },
    select: { id: true, platformId: true, title: true, image: true, handle: true },
  })
  const byPlatformId = new Map(products.map((product) => [product.platformId, product]))
  return lines.map((line) => {
    const product = byPlatformId.get(line.platformProductId ?? '')
    return product
      ? { ...line, productId: product.id, title: product.title, image: product.image, handle: product.handle }
      : line
  })
}

/** Returns the changed columns. Cancelling and refunding are final; the first parcel and delivery count. */
function factColumns(order: Order, facts: OrderFacts, at: Date): Prisma.OrderUncheckedUpdateInput {
  const data: Prisma.OrderUncheckedUpdateInput = {}
  if (facts.fulfilledAt && (!order.fulfilledAt || facts.fulfilledAt < order.fulfilledAt))
    data.fulfilledAt = facts.fulfilledAt
  if (facts.fulfilledAt === null && at >= order.changedAt) data.fulfilledAt = null
  if (facts.deliveredAt && !order.deliveredAt) data.deliveredAt = facts.deliveredAt
  // A delivered order was fulfilled, even without such an event.
  if (facts.deliveredAt && !order.fulfilledAt && !facts.fulfilledAt) data.fulfilledAt = facts.deliveredAt
  const cancelledAt = facts.cancelledAt ?? (facts.isDeleted ? at : undefined)
  if (cancelledAt && !order.cancelledAt) data.cancelledAt = cancelledAt
  return data
}

/** Returns the parcels after an event. Delivered ones stay so; an older event only adds unknown ones. */
function withParcels(
  before: readonly Parcel[],
  { parcels, hasAllParcels, progress }: OrderEvent,
  isNewest: boolean,
): Parcel[] {
  const known = new Map(before.map((parcel) => [parcel.id, parcel]))
  for (const { id, parcel } of parcels) {
    const old = known.get(id)
    if (!parcel) known.delete(id)
    else if (!old || isNewest)
      known.set(id, {
        ...parcel,
        deliveredAt: old?.deliveredAt ?? parcel.deliveredAt,
        failedAt: old?.deliveredAt ? null : parcel.failedAt,
        lines: parcel.lines.length > 0 ? parcel.lines : (old?.lines ?? []),
      })
  }
  if (hasAllParcels && isNewest)
    for (const id of known.keys()) if (!parcels.some((parcel) => parcel.id === id)) known.delete(id)
  const reported = progress && known.get(progress.parcelId)
  if (reported) known.set(reported.id, withProgress(reported, progress))
  return [...known.values()]
}

/** A delivered parcel stays delivered. A failed one counts again when a later report says that it moves. */
function withProgress(parcel: Parcel, { at, state }: NonNullable<OrderEvent['progress']>): Parcel {
  if (parcel.deliveredAt) return parcel
  if (state === 'delivered') return { ...parcel, deliveredAt: at, failedAt: null }
  if (state === 'failed') return { ...parcel, failedAt: at }
  return parcel.failedAt && parcel.failedAt <= at ? { ...parcel, failedAt: null } : parcel
}

function carryReturned(lines: readonly OrderLine[], before: readonly OrderLine[]): OrderLine[] {
  const returned = new Map(before.map((line) => [line.lineId, line.returned]))
  return lines.map((line) => ({ ...line, returned: returned.get(line.lineId) ?? 0 }))
}

/** Adds returned pieces; keeps lines that no order event has named yet. */
function withReturned(lines: readonly OrderLine[], refunded: OrderEvent['refunded']): OrderLine[] {
  const result = lines.map((line) => ({ ...line }))
  for (const { lineId, quantity } of refunded) {
    let line = result.find((known) => known.lineId === lineId)
    if (!line) {
      line = {
        lineId,
        productId: null,
        platformProductId: null,
        variantId: null,
        title: '',
        variantTitle: '',
        quantity: 0,
        removed: 0,
        returned: 0,
        image: null,
        handle: null,
      }
      result.push(line)
    }
    line.returned += quantity
  }
  return result
}
