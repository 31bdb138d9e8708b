import { LRUCache } from 'lru-cache'
import type { Shop } from '../../generated/prisma/client.ts'
import type { DatabaseAccess } from '../../core/database/for-shop.ts'

/** Cache of shops' rows in this process, dropped when any node changes one (decisions 'Counting statements'). */
export interface ShopCache {
  findById(id: string): Promise<Shop | null>
  findByDomain(shopifyDomain: string): Promise<Shop | null>
  drop(id: string): void
  /** Clears the cache after a lost message channel. */
  clear(): void
}

const kept = { max: 5000, ttl: 60_000 }

export function makeShopCache(access: DatabaseAccess): ShopCache {
  const rows = new LRUCache<string, Shop>(kept)
  const ids = new LRUCache<string, string>(kept)
  let drops = 0
  /** A row read during a drop may be outdated, so it is not cached. */
  const read = async (find: () => Promise<Shop | null>): Promise<Shop | null> => {
    const before = drops
    const shop = await find()
    if (shop && drops === before) {
      rows.set(shop.id, shop)
      ids.set(shop.shopifyDomain, shop.id)
    }
    return shop
  }
  return {
    async findById(id) {
      return (
        rows.get(id) ?? read(() => access.acrossShops('find the shop of a session').shop.findUnique({ where: { id } }))
      )
    },
    async findByDomain(shopifyDomain) {
      const id = ids.get(shopifyDomain)
      const known = id === undefined ? undefined : rows.get(id)
      return (
        known ??
        read(() =>
          access.acrossShops('find the shop of a public address').shop.findUnique({ where: { shopifyDomain } }),
        )
      )
    },
    drop(id) {
      drops++
      rows.delete(id)
    },
    clear() {
      drops++
      rows.clear()
      ids.clear()
    },
  }
}
