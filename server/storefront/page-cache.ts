import { LRUCache } from 'lru-cache'

/** Something rendered of one product. */
interface Kept {
  productId: string
  value: object
}

export interface PageKey {
  shopId: string
  /** Everything else the page depends on, but the product's version: a change of that drops the page. */
  rest: string
}

/** Bytes kept in one process. */
const mostBytes = 64 * 1024 * 1024
/** Dates such as "two hours ago" grow old without any change. */
const ttl = 60_000

const keysOfProduct = new Map<string, Set<string>>()
/** Raised by every change in a shop. */
const generations = new LRUCache<string, number>({ max: 10_000 })
let epoch = 0

const kept = new LRUCache<string, Kept>({
  maxSize: mostBytes,
  maxEntrySize: 2 * 1024 * 1024,
  ttl,
  dispose({ productId }, key) {
    const keys = keysOfProduct.get(productId)
    keys?.delete(key)
    if (keys?.size === 0) keysOfProduct.delete(productId)
  },
})

const generationOf = (shopId: string): string => `${epoch}.${generations.get(shopId) ?? 0}`

/**
 * Reads through the cache of rendered pages (decisions 'Storefront cache'). A page that was read before a change and is
 * ready after it is answered, but not kept.
 */
export async function throughCache<T extends object>(
  { shopId, rest }: PageKey, make: () => Promise<{ productId: string; bytes: number; value: T }>,
): Promise<T> {
  const key = `${shopId} ${rest}`
  const known = kept.get(key)
  if (known) return known.value as T
  const before = generationOf(shopId)
  const { productId, bytes, value } = await make()
  if (before === generationOf(shopId)) {
    kept.set(key, { productId, value }, { size: bytes + key.length })
    const keys = keysOfProduct.get(productId)
    if (keys) keys.add(key)
    else keysOfProduct.set(productId, new Set([key]))
  }
  return value
}

/** Forgets what is kept of a product: its reviews, its summary or itself changed. */
export function forgetProduct(shopId: string, productId: string): void {
  generations.set(shopId, (generations.get(shopId) ?? 0) + 1)
  for (const key of [...(keysOfProduct.get(productId) ?? [])]) kept.delete(key)
}

/** After a lost message channel nothing kept can be trusted. */
export function forgetAll(): void {
  epoch += 1
  kept.clear()
}
