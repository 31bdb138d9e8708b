import { randomUUID } from 'node:crypto'
import { UpstreamFailed, InvalidInput } from '../../core/errors.ts'
import { apiVersion, webhookHeaders } from '../../platform/shopify/headers.ts'
import { signWebhook } from '../../platform/webhook-signature.ts'
import type { DemoOrder } from './orders.ts'

interface OutgoingEvent {
  topic: string
  payload: object
}

export const ORDER_ACTIONS = ['fulfill', 'deliver', 'cancel', 'refund'] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** Result of an action: the changed order and its events for the app. */
interface OrderActionResult {
  order: DemoOrder
  events: OutgoingEvent[]
}

export const eventsOfNew = (order: DemoOrder): OutgoingEvent[] => [
  { topic: 'orders/create', payload: orderPayload(order, order.createdAt) },
]

/**
 * Applies an action to an order. A repeated action changes nothing and sends no event. Delivering an unshipped order
 * ships it first.
 * @throws InvalidInput when the order's state forbids it
 */
export function applyOrderAction(order: DemoOrder, act: OrderAction, now: Date): OrderActionResult {
  const at = now.toISOString()
  switch (act) {
    case 'fulfill': {
      if (order.fulfilledAt) return { order, events: [] }
      if (order.cancelledAt) throw new InvalidInput({ order: 'orderCancelled' })
      if (order.refundedAt) throw new InvalidInput({ order: 'orderRefunded' })
      const next = { ...order, fulfilledAt: at }
      return {
        order: next,
        events: [
          parcelEvent('fulfillments/create', next, at),
          orderEvent('orders/fulfilled', next, at),
          orderEvent('orders/updated', next, at),
        ],
      }
    }
    case 'deliver': {
      if (order.deliveredAt) return { order, events: [] }
      const sent = applyOrderAction(order, 'fulfill', now)
      const next = { ...sent.order, deliveredAt: at }
      return {
        order: next,
        events: [
          ...sent.events,
          deliveredEvent(next, at),
          parcelEvent('fulfillments/update', next, at),
          orderEvent('orders/updated', next, at),
        ],
      }
    }
    case 'cancel': {
      if (order.cancelledAt) return { order, events: [] }
      const next = { ...order, cancelledAt: at }
      return { order: next, events: [orderEvent('orders/cancelled', next, at), orderEvent('orders/updated', next, at)] }
    }
    case 'refund': {
      if (order.refundedAt) return { order, events: [] }
      const next = { ...order, refundedAt: at }
      return { order: next, events: [refundEvent(next, at), orderEvent('orders/updated', next, at)] }
    }
  }
}

const orderEvent = (topic: string, order: DemoOrder, at: string): OutgoingEvent => ({
  topic,
  payload: orderPayload(order, at),
})

/** Returns the platform's JSON of an order, with the fields it always sends. */
export function orderPayload(order: DemoOrder, updatedAt: string) {
  const total =
    order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0) - (order.discount?.offCents ?? 0)
  return {
    id: Number(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: order.name,
    order_number: order.number,
    email: order.email,
    contact_email: order.email,
    created_at: order.createdAt,
    updated_at: updatedAt,
    processed_at: order.createdAt,
    cancelled_at: order.cancelledAt,
    cancel_reason: order.cancelledAt ? 'customer' : null,
    currency: 'USD',
    total_price: decimal(total),
    discount_codes: order.discount
      ? [{ code: order.discount.code, amount: decimal(order.discount.offCents), type: 'fixed_amount' }]
      : [],
    financial_status: order.refundedAt ? 'refunded' : 'paid',
    fulfillment_status: order.fulfilledAt ? 'fulfilled' : null,
    customer_locale: order.locale ?? 'en',
    customer: {
      id: Number(order.customerId),
      email: order.email,
      first_name: order.firstName,
      last_name: order.lastName,
      ...(order.tags && { tags: order.tags.join(', ') }),
    },
    buyer_accepts_marketing: order.acceptsMarketing ?? null,
    shipping_address: { first_name: order.firstName, last_name: order.lastName, country_code: order.country ?? 'US' },
    line_items: order.lines.map((line) => lineItem(order, line)),
    fulfillments: order.fulfilledAt ? [parcel(order, updatedAt)] : [],
    refunds: [],
  }
}

function lineItem(order: DemoOrder, line: DemoOrder['lines'][number]) {
  return {
    id: Number(line.id),
    product_id: Number(line.productId),
    variant_id: Number(line.variantId),
    title: line.title,
    variant_title: line.variantTitle,
    name: `${line.title} - ${line.variantTitle}`,
    quantity: line.quantity,
    current_quantity: order.refundedAt || order.cancelledAt ? 0 : line.quantity,
    price: decimal(line.priceCents),
    requires_shipping: true,
    fulfillment_status: order.fulfilledAt ? 'fulfilled' : null,
  }
}

function parcel(order: DemoOrder, updatedAt: string) {
  return {
    id: Number(order.id) + 1_000_000_000_000,
    order_id: Number(order.id),
    name: `${order.name}.1`,
    status: 'success',
    shipment_status: order.deliveredAt ? 'delivered' : null,
    tracking_company: 'Fernhill Post',
    created_at: order.fulfilledAt,
    updated_at: updatedAt,
    line_items: order.lines.map((line) => lineItem(order, line)),
  }
}

const parcelEvent = (topic: string, order: DemoOrder, at: string): OutgoingEvent => ({
  topic,
  payload: parcel(order, at),
})

const deliveredEvent = (order: DemoOrder, at: string): OutgoingEvent => ({
  topic: 'fulfillment_events/create',
  payload: {
    id: Number(order.id) + 2_000_000_000_000,
    order_id: Number(order.id),
    fulfillment_id: Number(order.id) + 1_000_000_000_000,
    status: 'delivered',
    happened_at: at,
    created_at: at,
  },
})

const refundEvent = (order: DemoOrder, at: string): OutgoingEvent => ({
  topic: 'refunds/create',
  payload: {
    id: Number(order.id) + 3_000_000_000_000,
    order_id: Number(order.id),
    created_at: at,
    processed_at: at,
    refund_line_items: order.lines.map((line) => ({
      id: Number(line.id) + 1,
      line_item_id: Number(line.id),
      quantity: line.quantity,
    })),
  },
})

const decimal = (cents: number): string => (cents / 100).toFixed(2)

export interface WebhookTarget {
  secret: string
  shopDomain: string
  triggeredAt: Date
  /** Posts a body with headers to our webhook URL; returns the status. */
  post(body: string, headers: Record<string, string>): Promise<number>
}

/** Sends signed events like the platform, in sequence. @throws UpstreamFailed when one was refused */
export async function deliverEvents(events: readonly OutgoingEvent[], target: WebhookTarget): Promise<void> {
  for (const event of events) {
    const { statuses } = await postSigned(event, target)
    if (statuses[0] !== 200) throw new UpstreamFailed('upstreamFailed')
  }
}

interface Delivery extends OutgoingEvent {
  copies?: number
  delaySeconds?: number
  tamper?: boolean
}

/** Signs an event like the platform and delivers it. Returns its id and the status of each copy. */
export async function postSigned(
  { topic, payload, copies = 1, delaySeconds = 0, tamper = false }: Delivery,
  { secret, shopDomain, triggeredAt, post }: WebhookTarget,
): Promise<{ webhookId: string; statuses: number[] }> {
  const body = JSON.stringify(payload)
  const webhookId = randomUUID()
  const headers = {
    'content-type': 'application/json',
    [webhookHeaders.signature]: signWebhook(secret, body),
    [webhookHeaders.topic]: topic,
    [webhookHeaders.shopDomain]: shopDomain,
    [webhookHeaders.apiVersion]: apiVersion,
    [webhookHeaders.webhookId]: webhookId,
    [webhookHeaders.eventId]: randomUUID(),
    [webhookHeaders.triggeredAt]: new Date(triggeredAt.getTime() - delaySeconds * 1_000).toISOString(),
  }
  const sent = tamper ? body.replace(/\}$/, ' }') : body
  const statuses: number[] = []
  for (let copy = 0; copy < copies; copy++) statuses.push(await post(sent, headers))
  return { webhookId, statuses }
}
