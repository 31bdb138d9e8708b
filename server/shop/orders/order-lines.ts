import { z } from 'zod'

/** One line of an order as the row keeps it. */
export interface OrderLine {
  lineId: string
  /** Of our own product; null until the shop's catalog has it. */
  productId: string | null
  platformProductId: string | null
  variantId: string | null
  title: string
  variantTitle: string
  /** Pieces ordered. */
  quantity: number
  /** Pieces taken out, as the order itself last said it, and as its refunds add up: two accounts of one thing. */
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

/** Pieces of a line that the customer has kept. Either account may lag behind; neither ever says too much. */
export function countKeptPieces(line: Pick<OrderLine, 'quantity' | 'removed' | 'returned'>): number {
  return Math.max(0, line.quantity - Math.max(line.removed, line.returned))
}

/** The lines of a stored order. */
export function parseOrderLines(lineItems: unknown): OrderLine[] {
  return stored.parse(lineItems)
}

/** A parcel of an order. `lines` is empty where the platform did not say what is in it. */
export interface Parcel {
  id: string
  fulfilledAt: Date
  deliveredAt: Date | null
  lines: { lineId: string; quantity: number }[]
}

const storedParcels = z.array(
  z.object({
    id: z.string(),
    fulfilledAt: z.coerce.date(),
    deliveredAt: z.coerce.date().nullable().catch(null),
    lines: z.array(z.object({ lineId: z.string(), quantity: z.number() })).catch([]),
  }),
)

/** The parcels of a stored order, the earliest first. */
export function parseOrderParcels(parcels: unknown): Parcel[] {
  const read = storedParcels.safeParse(parcels)
  return (read.data ?? []).sort((a, b) => a.fulfilledAt.getTime() - b.fulfilledAt.getTime())
}
