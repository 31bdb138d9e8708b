import { isoDay } from '../../../rules/dates.ts'
import type { RequestRules } from '../../../rules/settings/request-rules.ts'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { countKeptPieces, parseOrderLines, parseOrderParcels, type Parcel } from '../../shop/orders/order-lines.ts'

/** Lines of one email of an order, and the dates that its delay counts from. */
export interface PlannedParcel {
  /** Part of the row's key: empty for the whole order or its first day, else the day. */
  parcel: string
  fulfilledAt: Date | null
  deliveredAt: Date | null
  /** Ids of the lines in the email; null: the whole order. */
  lineIds: ReadonlySet<string> | null
  /** Whether the carrier can't deliver any parcel: the customer has nothing to review. */
  hasFailed?: boolean
}

type OrderParts = Pick<Order, 'fulfilledAt' | 'deliveredAt' | 'lineItems' | 'parcels'>
type Rules = Pick<RequestRules, 'splitByFulfillmentDay' | 'partlyFulfilled'>

/** Splits an order into emails by day of fulfillment. An order whose parcels don't list their lines stays whole. */
export function planParcels({ shop }: Pick<Ctx, 'shop'>, order: OrderParts, rules: Rules): PlannedParcel[] {
  const all = parseOrderParcels(order.parcels)
  const parcels = all.filter(({ failedAt }) => !failedAt)
  if (all.length > 0 && parcels.length === 0)
    return [{ parcel: '', fulfilledAt: null, deliveredAt: null, lineIds: null, hasFailed: true }]
  const areKnown = parcels.length > 0 && parcels.every(({ lines }) => lines.length > 0)
  if (!areKnown) return [{ parcel: '', fulfilledAt: order.fulfilledAt, deliveredAt: order.deliveredAt, lineIds: null }]
  if (!rules.splitByFulfillmentDay) return [wholeOrder(order, parcels, rules)]
  const days = Map.groupBy(parcels, ({ fulfilledAt }) => isoDay(fulfilledAt, shop.ianaTimezone))
  return [...days].map(([day, ofDay], index) => ({
    parcel: index === 0 ? '' : day,
    ...timesOf(ofDay),
    lineIds: linesOf(ofDay),
  }))
}

function wholeOrder(order: OrderParts, parcels: readonly Parcel[], { partlyFulfilled }: Rules): PlannedParcel {
  const lineIds = isComplete(order, parcels) ? null : linesOf(parcels)
  if (partlyFulfilled === 'ask')
    return { parcel: '', fulfilledAt: order.fulfilledAt, deliveredAt: order.deliveredAt, lineIds }
  if (lineIds) return { parcel: '', fulfilledAt: null, deliveredAt: null, lineIds }
  const arrived = parcels.map(({ deliveredAt }) => deliveredAt)
  return {
    parcel: '',
    fulfilledAt: latest(parcels.map(({ fulfilledAt }) => fulfilledAt)),
    deliveredAt: arrived.includes(null) ? null : latest(arrived),
    lineIds: null,
  }
}

/** Returns whether everything that the customer keeps has shipped. */
function isComplete({ lineItems }: OrderParts, parcels: readonly Parcel[]): boolean {
  const shipped = new Map<string, number>()
  for (const { lineId, quantity } of parcels.flatMap(({ lines }) => lines))
    shipped.set(lineId, (shipped.get(lineId) ?? 0) + quantity)
  return parseOrderLines(lineItems).every((line) => (shipped.get(line.lineId) ?? 0) >= countKeptPieces(line))
}

const linesOf = (parcels: readonly Parcel[]): ReadonlySet<string> =>
  new Set(parcels.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)))

function timesOf(parcels: readonly Parcel[]): Pick<PlannedParcel, 'fulfilledAt' | 'deliveredAt'> {
  const delivered = parcels.map(({ deliveredAt }) => deliveredAt).filter((at) => at !== null)
  return { fulfilledAt: earliest(parcels.map(({ fulfilledAt }) => fulfilledAt)), deliveredAt: earliest(delivered) }
}

const latest = (times: readonly (Date | null)[]): Date | null => extreme(times, Math.max)
const earliest = (times: readonly (Date | null)[]): Date | null => extreme(times, Math.min)

function extreme(times: readonly (Date | null)[], pick: (...numbers: number[]) => number): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime())
  return known.length > 0 ? new Date(pick(...known)) : null
}

export function selectLines(order: Pick<Order, 'lineItems'>, { lineIds }: Pick<PlannedParcel, 'lineIds'>) {
  return parseOrderLines(order.lineItems).filter(
    (line) => countKeptPieces(line) > 0 && (lineIds === null || lineIds.has(line.lineId)),
  )
}
