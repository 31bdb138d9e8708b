import type { Signer } from '../signing.ts'

/** Signed positions in one shop's lists. A cursor of another shop or order is invalid. */
export interface Cursors {
  write(order: string, key: unknown): string
  /** Returns the key of a cursor of this shop and order, or null. */
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
