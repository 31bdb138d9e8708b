import { z } from 'zod'

export interface OrderLine {
  lineId: string
  /** Id of our product; null until the shop's catalog has it. */
  productId: string | null
  platformProductId: string | null
  variantId: string | null
  title: string
  variantTitle: string
  quantity: number
  /** Pieces removed, once as the order last said (`removed`) and once as the sum of its refunds (`returned`). */
  removed: number
  returned: number
  image: string | null
  handle: string | null
}

const stored = z.array(
  z.object({
    lineId: z.string().catch(''),
    productId: z.string().nullable().catch(null),
    platformProductId: z.string().nullable().catch(null),
    variantId: z.string().nullable().catch(null),
    title: z.string().catch(''),
    variantTitle: z.string().catch(''),
    quantity: z.number().catch(1),
    removed: z.number().catch(0),
    returned: z.number().catch(0),
    image: z.string().nullable().catch(null),
    handle: z.string().nullable().catch(null),
  }),
)

/** Returns the pieces of a line that the customer kept. Either count may lag behind; neither is ever too high. */
export function countKeptPieces(line: Pick<OrderLine, 'quantity' | 'removed' | 'returned'>): number {
  return Math.max(0, line.quantity - Math.max(line.removed, line.returned))
}

export function parseOrderLines(lineItems: unknown): OrderLine[] {
  return stored.parse(lineItems)
}

/** A parcel of an order. `lines` is empty if the platform didn't list its content. */
export interface Parcel {
  id: string
  fulfilledAt: Date
  deliveredAt: Date | null
  /** Set while the carrier reports that the parcel can't be delivered. */
  failedAt: Date | null
  lines: { lineId: string; quantity: number }[]
}

const storedParcels = z.array(
  z.object({
    id: z.string(),
    fulfilledAt: z.coerce.date(),
    deliveredAt: z.coerce.date().nullable().catch(null),
    failedAt: z.coerce.date().nullish().default(null).catch(null),
    lines: z.array(z.object({ lineId: z.string(), quantity: z.number() })).catch([]),
  }),
)

/** Parses the parcels of a stored order, earliest first. */
export function parseOrderParcels(parcels: unknown): Parcel[] {
  const read = storedParcels.safeParse(parcels)
  return (read.data ?? []).sort((a, b) => a.fulfilledAt.getTime() - b.fulfilledAt.getTime())
}
