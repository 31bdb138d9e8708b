import { z } from 'zod'
import { cleanLine } from '../../../rules/clean-text.ts'
import { isEmail } from '../../../rules/validation.ts'
import { consentOf, tagList } from '../customers/customer-payload.ts'
import type { OrderLine, Parcel } from './order-lines.ts'

/** The order in an event; null if the event has none. */
export interface OrderBody {
  name: string
  number: number
  email: string
  customerName: string
  locale: string | null
  country: string | null
  createdAt: Date
  discountCodes: string[]
  totalCents: number
  lines: OrderLine[]
  customer: {
    platformId: string | null
    firstName: string
    lastName: string
    tags: string[] | null
    acceptsMarketing: boolean | null
  }
}

/** Times of the platform for an order's changes. `undefined` if the event doesn't name them. */
export interface OrderFacts {
  fulfilledAt?: Date | null
  deliveredAt?: Date | null
  cancelledAt?: Date
  refundedAt?: Date
}

export interface OrderEvent {
  platformId: string
  /** Time in the event, if the platform's header has none. */
  happenedAt: Date | null
  body: OrderBody | null
  facts: OrderFacts
  /** Parcels in the event; null for a cancelled one. */
  parcels: { id: string; parcel: Parcel | null }[]
  /** Whether the order has no other parcels. */
  hasAllParcels: boolean
  delivered: { parcelId: string; at: Date } | null
  /** Line ids and returned pieces. */
  refunded: { lineId: string; quantity: number }[]
}

/** Longer ids and names don't exist; index rows have limits. */
const maxIdChars = 255
const maxNameChars = 255
const maxPieces = 1_000_000
const maxInt32 = 2 ** 31 - 1
/** No order uses more codes. */
const maxDiscountCodes = 20

const id = z
  .union([z.number(), z.string()])
  .transform((value) => cleanLine(String(value)))
  .refine((value) => value !== '' && value.length <= maxIdChars)
const optionalId = id.nullish().transform((value) => value ?? null)
const time = z.string().transform((value, context) => {
  const date = new Date(value)
  if (!isPlatformTime(date)) context.addIssue({ code: 'custom', message: 'invalidDate' })
  return date
})
const optionalTime = time.nullish().transform((value) => value ?? null)
const word = z
  .string()
  .nullish()
  .transform((value) => cleanLine(value ?? ''))
// Cuts before cleaning: the cut may split a character.
const name = z
  .string()
  .nullish()
  .transform((value) => cleanLine((value ?? '').slice(0, maxNameChars)))
const pieces = z.int().min(0).max(maxPieces)

/** Returns whether a time is plausible; the database stores no year of five digits, nor one BC. */
export function isPlatformTime(date: Date): boolean {
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999
}

const line = z.object({
  id: id.optional(),
  product_id: optionalId,
  variant_id: optionalId,
  title: name,
  variant_title: name,
  quantity: pieces.catch(1),
  current_quantity: pieces.optional().catch(undefined),
})

const fulfillment = z.object({
  id: optionalId,
  status: word,
  shipment_status: word,
  created_at: optionalTime,
  updated_at: optionalTime,
  line_items: z
    .array(z.object({ id, quantity: pieces.catch(1) }))
    .nullish()
    .catch(null),
})

const order = z.object({
  id,
  name,
  order_number: z.int().min(0).max(maxInt32).catch(0),
  email: word,
  contact_email: word,
  created_at: optionalTime,
  updated_at: optionalTime,
  cancelled_at: optionalTime,
  fulfillment_status: word,
  customer_locale: name,
  total_price: z
    .string()
    .regex(/^\d{1,9}(\.\d+)?$/)
    .nullish()
    .catch(null),
  discount_codes: z
    .array(z.object({ code: name }))
    .nullish()
    .catch(null),
  customer: z
    .object({
      id: optionalId,
      email: word,
      first_name: name,
      last_name: name,
      tags: tagList,
      email_marketing_consent: consentOf,
      accepts_marketing: z.boolean().nullish().catch(null),
    })
    .nullish(),
  buyer_accepts_marketing: z.boolean().nullish().catch(null),
  shipping_address: z.object({ country_code: name }).nullish(),
  billing_address: z.object({ country_code: name }).nullish(),
  line_items: z.array(line).catch([]),
  fulfillments: z.array(fulfillment).nullish(),
})

const fulfillmentEvent = z.object({
  order_id: id,
  fulfillment_id: optionalId,
  status: word,
  happened_at: optionalTime,
  created_at: optionalTime,
})
const fulfillmentTopic = fulfillment.extend({ order_id: id })
const refund = z.object({
  order_id: id,
  created_at: optionalTime,
  processed_at: optionalTime,
  refund_line_items: z.array(z.object({ line_item_id: id, quantity: pieces })).nullish(),
})

/**
 * Parses an order event of the platform. Returns null for unknown topics and malformed payloads: the platform would
 * repeat a refused event for days.
 */
export function readOrderEvent(topic: string, payload: unknown): OrderEvent | null {
  if (topic.startsWith('orders/')) return read(order, payload, ofOrder)
  if (topic === 'fulfillments/create' || topic === 'fulfillments/update')
    return read(fulfillmentTopic, payload, ofFulfillment)
  if (topic === 'fulfillment_events/create') return read(fulfillmentEvent, payload, ofFulfillmentEvent)
  if (topic === 'refunds/create') return read(refund, payload, ofRefund)
  return null
}

function read<S extends z.ZodType>(
  schema: S,
  payload: unknown,
  make: (value: z.output<S>) => OrderEvent,
): OrderEvent | null {
  const result = schema.safeParse(payload)
  return result.success ? make(result.data) : null
}

function ofOrder(payload: z.output<typeof order>): OrderEvent {
  const customer = payload.customer
  const email =
    [payload.email, payload.contact_email, customer?.email ?? '']
      .map((text) => text.trim().toLowerCase())
      .find(isEmail) ?? ''
  const [firstName, lastName] = [customer?.first_name ?? '', customer?.last_name ?? '']
  return {
    platformId: payload.id,
    happenedAt: payload.updated_at ?? payload.created_at,
    body: {
      name: payload.name || `#${payload.order_number}`,
      number: payload.order_number,
      email,
      customerName: `${firstName} ${lastName}`.trim(),
      locale: payload.customer_locale || null,
      country: payload.shipping_address?.country_code || payload.billing_address?.country_code || null,
      createdAt: payload.created_at ?? payload.updated_at ?? new Date(0),
      discountCodes: (payload.discount_codes ?? [])
        .map(({ code }) => code.toUpperCase())
        .filter(Boolean)
        .slice(0, maxDiscountCodes),
      totalCents: Math.min(maxInt32, Math.round(Number(payload.total_price ?? 0) * 100)),
      lines: payload.line_items.map(ofLine),
      customer: {
        platformId: customer?.id ?? null,
        firstName,
        lastName,
        tags: customer?.tags ?? null,
        acceptsMarketing:
          customer?.email_marketing_consent ?? customer?.accepts_marketing ?? payload.buyer_accepts_marketing ?? null,
      },
    },
    facts: { ...fulfilledBy(payload), ...(payload.cancelled_at && { cancelledAt: payload.cancelled_at }) },
    parcels: (payload.fulfillments ?? []).flatMap(parcelsOf),
    hasAllParcels: (payload.fulfillments ?? []).length > 0,
    delivered: null,
    refunded: [],
  }
}

function ofLine(payload: z.output<typeof line>): OrderLine {
  return {
    lineId: payload.id ?? payload.variant_id ?? payload.product_id ?? '',
    productId: null,
    platformProductId: payload.product_id,
    variantId: payload.variant_id,
    title: payload.title,
    variantTitle: payload.variant_title,
    quantity: payload.quantity,
    removed: Math.max(0, payload.quantity - (payload.current_quantity ?? payload.quantity)),
    returned: 0,
    image: null,
    handle: null,
  }
}

const noParcels = { parcels: [], hasAllParcels: false, delivered: null }
const isCancelled = (status: string): boolean => ['cancelled', 'failure', 'error'].includes(status)

/** A parcel without an id can't be distinguished from others. */
function parcelsOf(payload: z.output<typeof fulfillment>): OrderEvent['parcels'] {
  if (payload.id === null) return []
  const at = payload.created_at ?? payload.updated_at
  if (isCancelled(payload.status) || !at) return [{ id: payload.id, parcel: null }]
  const deliveredAt = payload.shipment_status === 'delivered' ? (payload.updated_at ?? at) : null
  const lines = (payload.line_items ?? []).map((line) => ({ lineId: line.id, quantity: line.quantity }))
  return [{ id: payload.id, parcel: { id: payload.id, fulfilledAt: at, deliveredAt, lines } }]
}

/** The first parcel fulfils an order: from then on it can be reviewed. */
function fulfilledBy(payload: z.output<typeof order>): OrderFacts {
  const parcels = payload.fulfillments?.filter(({ status }) => !isCancelled(status))
  const first = earliest(parcels?.map(({ created_at }) => created_at) ?? [])
  const delivered = earliest(
    parcels
      ?.filter(({ shipment_status }) => shipment_status === 'delivered')
      .map(({ updated_at, created_at }) => updated_at ?? created_at) ?? [],
  )
  const facts: OrderFacts = delivered ? { deliveredAt: delivered } : {}
  if (first) return { ...facts, fulfilledAt: first }
  if (payload.fulfillment_status) return { ...facts, fulfilledAt: payload.updated_at ?? payload.created_at }
  // All listed parcels are cancelled: the order waits again.
  return payload.fulfillments?.length ? { ...facts, fulfilledAt: null } : facts
}

function ofFulfillment(payload: z.output<typeof fulfillmentTopic>): OrderEvent {
  const happenedAt = payload.updated_at ?? payload.created_at
  const cancelled = isCancelled(payload.status)
  const facts: OrderFacts = cancelled ? {} : { fulfilledAt: payload.created_at ?? happenedAt }
  if (!cancelled && payload.shipment_status === 'delivered') facts.deliveredAt = happenedAt
  return {
    ...noParcels,
    platformId: payload.order_id,
    happenedAt,
    body: null,
    facts,
    parcels: parcelsOf(payload),
    refunded: [],
  }
}

function ofFulfillmentEvent(payload: z.output<typeof fulfillmentEvent>): OrderEvent {
  const happenedAt = payload.happened_at ?? payload.created_at
  const delivered = payload.status.toLowerCase() === 'delivered'
  const parcelId = payload.fulfillment_id
  return {
    ...noParcels,
    platformId: payload.order_id,
    happenedAt,
    body: null,
    facts: delivered ? { deliveredAt: happenedAt } : {},
    delivered: delivered && parcelId && happenedAt ? { parcelId, at: happenedAt } : null,
    refunded: [],
  }
}

function ofRefund(payload: z.output<typeof refund>): OrderEvent {
  const happenedAt = payload.processed_at ?? payload.created_at
  const refunded = (payload.refund_line_items ?? []).map(({ line_item_id, quantity }) => ({
    lineId: line_item_id,
    quantity,
  }))
  return { ...noParcels, platformId: payload.order_id, happenedAt, body: null, facts: {}, refunded }
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.length ? new Date(Math.min(...known.map((time) => time.getTime()))) : null
}
