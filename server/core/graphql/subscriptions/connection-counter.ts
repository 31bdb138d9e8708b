import type { Session } from '../../../shop/session/session.ts'
import { onlyOnce } from '../../concurrency-limit.ts'

interface ConnectionCounter {
  /** Counts a connection of the session's account and shop; the result subtracts it. Returns null at the limit. */
  add(session: Session): (() => void) | null
}

/** Counts what is open over all connections of this process. */
export function makeConnectionCounter(most: { account: number; shop: number }): ConnectionCounter {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  const leave = (key: string) => (countOf(key) > 1 ? counts.set(key, countOf(key) - 1) : counts.delete(key))
  return {
    add({ account, shop }) {
      const places = [
        ...(account ? [{ key: `account ${account.id}`, room: most.account }] : []),
        ...(shop ? [{ key: `shop ${shop.id}`, room: most.shop }] : []),
      ]
      if (places.some(({ key, room }) => countOf(key) >= room)) return null
      for (const { key } of places) counts.set(key, countOf(key) + 1)
      return onlyOnce(() => places.forEach(({ key }) => leave(key)))
    },
  }
}

/** Returns the owner of the slot: the shop, or an account without a chosen shop. */
export const findOwnerId = ({ shop, account }: Session): string => shop?.id ?? account?.id ?? ''
