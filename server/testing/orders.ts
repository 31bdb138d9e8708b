import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { eventHeaders, webhookHeaders } from '../platform/shopify/headers.ts'
import { signWebhook } from '../platform/webhook-signature.ts'
import type { World } from './world.ts'

export interface TestProduct {
  id: string
  platformId: string
  title: string
  handle: string
}

interface TestOrderInput {
  email?: string
  firstName?: string
  lastName?: string
  locale?: string
  country?: string
  products?: readonly TestProduct[]
  /** Defaults to a new number. */
  platformId?: number
}

/** An order at the platform, whose events reach the application as signed webhooks. */
interface TestOrder {
  platformId: string
  fulfill(): Promise<void>
  deliver(): Promise<void>
  cancel(): Promise<void>
  refund(): Promise<void>
}

let lastNumber = 1000

export async function addProduct(world: World, title: string, shopId = world.shop.id): Promise<TestProduct> {
  lastNumber += 1
  const product = {
    id: uuidv7(),
    platformId: String(8_000_000_000_000 + lastNumber),
    title,
    handle: title.toLowerCase().replace(/\W+/g, '-'),
  }
  const now = world.app.deps.now()
  await world.app.deps.access
    .forShop(shopId)
    .product.create({ data: { ...product, shopId, createdAt: now, updatedAt: now } })
  return product
}

interface PostedEvent {
  payload: object
  /** Null: the header is missing. */
  webhookId?: string | null
  eventId?: string
  triggeredAt?: Date
  shopDomain?: string
  secret?: string
  /** `events`: the header names without x. */
  family?: 'webhooks' | 'events'
}

/** Posts one signed event; returns the status. */
export async function postWebhook(world: World, topic: string, event: PostedEvent): Promise<number> {
  const raw = JSON.stringify(event.payload)
  const names = event.family === 'events' ? eventHeaders : webhookHeaders
  const headers = {
    'content-type': 'application/json',
    [names.signature]: signWebhook(event.secret ?? world.app.deps.env.SHOPIFY_API_SECRET, raw),
    [names.topic]: topic,
    [names.shopDomain]: event.shopDomain ?? world.shop.shopifyDomain,
    [names.apiVersion]: '2026-10',
    ...(event.webhookId !== null && { [names.webhookId]: event.webhookId ?? randomUUID() }),
    ...(event.eventId !== undefined && { [names.eventId]: event.eventId }),
    [names.triggeredAt]: (event.triggeredAt ?? world.app.deps.now()).toISOString(),
  }
  const answer = await world.inject({ method: 'POST', url: '/webhooks/shopify', headers, payload: raw })
  return answer.statusCode
}

export function orderPayload(
  world: World,
  order: TestOrderInput & { platformId: number; number: number; products: readonly TestProduct[] },
) {
  const now = world.app.deps.now().toISOString()
  return {
    id: order.platformId,
    name: `#${order.number}`,
    order_number: order.number,
    email: order.email ?? `buyer${order.number}@example.com`,
    created_at: now,
    updated_at: now,
    cancelled_at: null as string | null,
    fulfillment_status: null as string | null,
    customer_locale: order.locale ?? 'en',
    customer: {
      id: 5_000_000 + order.number,
      email: order.email ?? `buyer${order.number}@example.com`,
      first_name: order.firstName ?? 'Ada',
      last_name: order.lastName ?? 'Byron',
    },
    shipping_address: { country_code: order.country ?? 'GB' },
    line_items: order.products.map((product, index) => ({
      id: order.platformId * 10 + index,
      product_id: Number(product.platformId),
      variant_id: null,
      title: product.title,
      variant_title: null,
      quantity: 1,
    })),
    fulfillments: [] as object[],
  }
}

/** Places an order and returns its later events as functions. Without products it buys a new one. */
export async function placeOrder(world: World, input: TestOrderInput = {}): Promise<TestOrder> {
  lastNumber += 1
  const number = lastNumber
  const products = input.products ?? [await addProduct(world, `Candle ${number}`)]
  const order = orderPayload(world, { platformId: 7_000_000_000 + number, ...input, products, number })
  await postWebhook(world, 'orders/create', { payload: order })
  const time = () => world.app.deps.now().toISOString()
  const parcel = () => ({
    id: order.id + 1,
    order_id: order.id,
    status: 'success',
    created_at: time(),
    updated_at: time(),
    shipment_status: null,
  })
  return {
    platformId: String(order.id),
    fulfill: async () => void (await postWebhook(world, 'fulfillments/create', { payload: parcel() })),
    deliver: async () =>
      void (await postWebhook(world, 'fulfillment_events/create', {
        payload: { id: 1, fulfillment_id: order.id + 1, order_id: order.id, status: 'delivered', happened_at: time() },
      })),
    cancel: async () =>
      void (await postWebhook(world, 'orders/cancelled', {
        payload: { ...order, updated_at: time(), cancelled_at: time() },
      })),
    refund: async () =>
      void (await postWebhook(world, 'refunds/create', {
        payload: {
          id: 2,
          order_id: order.id,
          created_at: time(),
          refund_line_items: order.line_items.map(({ id, quantity }) => ({ line_item_id: id, quantity })),
        },
      })),
  }
}
