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
  shippingCents: number
  isTest: boolean
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
  /** Whether the platform says that nothing of the price is left. */
  isRefunded?: boolean
  isDeleted?: boolean
}

/** A refund's money, in hundredths of its currency; null: the shop's currency. */
export interface RefundedMoney {
  id: string
  cents: number
  currency: string | null
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
  /** A carrier's report about a parcel. */
  progress: { parcelId: string; at: Date; state: 'delivered' | 'failed' | 'moving' } | null
  /** Line ids and returned pieces. */
  refunded: { lineId: string; quantity: number }[]
  money: RefundedMoney[]
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
/** Amount with a decimal point, in hundredths; null if absent or malformed. */
const cents = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,9}(\.\d+)?$/))
  .transform((amount) => Math.min(maxInt32, Math.round(Number(amount) * 100)))
  .nullish()
  .catch(null)

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

const refundMoney = z.object({
  id: optionalId,
  transactions: z
    .array(z.object({ kind: word, status: word, amount: cents, currency: word }))
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
  financial_status: word.catch(''),
  test: z.boolean().nullish().catch(null),
  total_price: cents,
  current_total_price: cents,
  total_shipping_price_set: z
    .object({ shop_money: z.object({ amount: cents }) })
    .nullish()
    .catch(null),
  refunds: z.array(refundMoney).nullish().catch(null),
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
const refund = refundMoney.extend({
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
  if (topic === 'orders/delete') return read(z.object({ id }), payload, ofDeletion)
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
      totalCents: payload.total_price ?? 0,
      shippingCents: payload.total_shipping_price_set?.shop_money.amount ?? 0,
      isTest: payload.test === true,
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
    facts: { ...fulfilledBy(payload), ...endedBy(payload) },
    parcels: (payload.fulfillments ?? []).flatMap(parcelsOf),
    hasAllParcels: (payload.fulfillments ?? []).length > 0,
    progress: null,
    refunded: [],
    money: (payload.refunds ?? []).flatMap(moneyOf),
  }
}

/** A voided payment ends an order like a cancellation. */
function endedBy(payload: z.output<typeof order>): OrderFacts {
  const isVoid = payload.financial_status === 'voided'
  const cancelledAt = payload.cancelled_at ?? (isVoid ? (payload.updated_at ?? payload.created_at) : null)
  const isRefunded =
    payload.financial_status === 'refunded' || (payload.current_total_price === 0 && (payload.total_price ?? 0) > 0)
  return { ...(cancelledAt && { cancelledAt }), ...(isRefunded && { isRefunded }) }
}

/** Sums a refund's payments, without failed ones. */
function moneyOf({ id, transactions }: z.output<typeof refundMoney>): RefundedMoney[] {
  const paid = (transactions ?? []).filter(
    ({ kind, status }) => kind === 'refund' && !['failure', 'error'].includes(status),
  )
  if (id === null || paid.length === 0) return []
  const total = paid.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return [{ id, cents: Math.min(maxInt32, total), currency: paid[0]?.currency.toUpperCase() || null }]
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

const plain = { body: null, facts: {}, parcels: [], hasAllParcels: false, progress: null, refunded: [], money: [] }
/** The carrier lost the parcel or brings it back. */
const hasFailed = ({ shipment_status }: { shipment_status: string }): boolean =>
  ['failure', 'not_delivered'].includes(shipment_status)
const isCancelled = (status: string): boolean => ['cancelled', 'failure', 'error'].includes(status)

/** A parcel without an id can't be distinguished from others. */
function parcelsOf(payload: z.output<typeof fulfillment>): OrderEvent['parcels'] {
  if (payload.id === null) return []
  const at = payload.created_at ?? payload.updated_at
  if (isCancelled(payload.status) || !at) return [{ id: payload.id, parcel: null }]
  const changedAt = payload.updated_at ?? at
  const deliveredAt = payload.shipment_status === 'delivered' ? changedAt : null
  const failedAt = hasFailed(payload) ? changedAt : null
  const lines = (payload.line_items ?? []).map((line) => ({ lineId: line.id, quantity: line.quantity }))
  return [{ id: payload.id, parcel: { id: payload.id, fulfilledAt: at, deliveredAt, failedAt, lines } }]
}

/** The first parcel fulfils an order: from then on it can be reviewed. */
function fulfilledBy(payload: z.output<typeof order>): OrderFacts {
  const parcels = payload.fulfillments?.filter((parcel) => !isCancelled(parcel.status) && !hasFailed(parcel))
  const first = earliest(parcels?.map(({ created_at }) => created_at) ?? [])
  const delivered = earliest(
    parcels
      ?.filter(({ shipment_status }) => shipment_status === 'delivered')
      .map(({ updated_at, created_at }) => updated_at ?? created_at) ?? [],
  )
  const facts: OrderFacts = delivered ? { deliveredAt: delivered } : {}
  if (first) return { ...facts, fulfilledAt: first }
  if (payload.fulfillment_status && !payload.fulfillments?.some(hasFailed))
    return { ...facts, fulfilledAt: payload.updated_at ?? payload.created_at }
  // All listed parcels are cancelled or failed: the order waits again.
  return payload.fulfillments?.length ? { ...facts, fulfilledAt: null } : facts
}

function ofFulfillment(payload: z.output<typeof fulfillmentTopic>): OrderEvent {
  const happenedAt = payload.updated_at ?? payload.created_at
  const isOut = !isCancelled(payload.status) && !hasFailed(payload)
  const facts: OrderFacts = isOut ? { fulfilledAt: payload.created_at ?? happenedAt } : {}
  if (isOut && payload.shipment_status === 'delivered') facts.deliveredAt = happenedAt
  return { ...plain, platformId: payload.order_id, happenedAt, facts, parcels: parcelsOf(payload) }
}

function ofFulfillmentEvent(payload: z.output<typeof fulfillmentEvent>): OrderEvent {
  const happenedAt = payload.happened_at ?? payload.created_at
  const status = payload.status.toLowerCase()
  const state = status === 'delivered' ? 'delivered' : hasFailed({ shipment_status: status }) ? 'failed' : 'moving'
  const parcelId = payload.fulfillment_id
  return {
    ...plain,
    platformId: payload.order_id,
    happenedAt,
    facts: state === 'delivered' ? { deliveredAt: happenedAt } : {},
    progress: parcelId && happenedAt ? { parcelId, at: happenedAt, state } : null,
  }
}

/** The platform names only the id of a deleted order. It ends like a canceled one. */
function ofDeletion({ id }: { id: string }): OrderEvent {
  return { ...plain, platformId: id, happenedAt: null, facts: { isDeleted: true } }
}

function ofRefund(payload: z.output<typeof refund>): OrderEvent {
  const happenedAt = payload.processed_at ?? payload.created_at
  const refunded = (payload.refund_line_items ?? []).map(({ line_item_id, quantity }) => ({
    lineId: line_item_id,
    quantity,
  }))
  return { ...plain, platformId: payload.order_id, happenedAt, refunded, money: moneyOf(payload) }
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.length ? new Date(Math.min(...known.map((time) => time.getTime()))) : null
}
