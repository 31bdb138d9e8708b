import { LRUCache } from 'lru-cache'
import type { Shop } from '../generated/prisma/client.ts'
import type { Doors } from '../database/for-shop.ts'

/** Rows of shops kept in the process, dropped when any node changes one (decisions 'Counting statements'). */
export interface ShopCache {
  byId(id: string): Promise<Shop | null>
  byDomain(shopifyDomain: string): Promise<Shop | null>
  drop(id: string): void
  /** After a lost message channel nothing kept can be trusted. */
  clear(): void
}

const kept = { max: 5000, ttl: 60_000 }

export function makeShopCache(doors: Doors): ShopCache {
  const rows = new LRUCache<string, Shop>(kept)
  const ids = new LRUCache<string, string>(kept)
  const keep = (shop: Shop | null) => {
    if (shop) {
      rows.set(shop.id, shop)
      ids.set(shop.shopifyDomain, shop.id)
    }
    return shop
  }
  return {
    async byId(id) {
      return rows.get(id) ?? keep(await doors.acrossShops('find the shop of a session').shop.findUnique({ where: { id } }))
    },
    async byDomain(shopifyDomain) {
      const id = ids.get(shopifyDomain)
      const known = id === undefined ? undefined : rows.get(id)
      return known ?? keep(await doors.acrossShops('find the shop of a public address').shop.findUnique({ where: { shopifyDomain } }))
    },
    drop(id) {
      rows.delete(id)
    },
    clear() {
      rows.clear()
      ids.clear()
    },
  }
}
