import type { Signer } from '../signing.ts'

/** Signed places in one shop's lists: a cursor of another shop, or of another order, is none. */
export interface Cursors {
  write(order: string, key: unknown): string
  /** The key of a cursor of this shop and order, else null. */
  read<Key>(order: string, cursor: string): Key | null
}

interface Payload {
  s: string
  o: string
  k: unknown
}

export const makeCursors = ({ signer, shop }: { signer: Signer; shop: { id: string } }): Cursors => ({
  write: (order, key) => signer.sign('cursor', { s: shop.id, o: order, k: key } satisfies Payload),
  read<Key>(order: string, cursor: string): Key | null {
    const payload = signer.verify<Payload>('cursor', cursor)
    return payload?.s === shop.id && payload.o === order ? (payload.k as Key) : null
  },
})
