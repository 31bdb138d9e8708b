import { LRUCache } from 'lru-cache'

/** Something rendered of one product, or of a whole shop. */
export interface Page<Value> {
  /** Id of the product, or of the shop. */
  subjectId: string
  bytes: number
  value: Value
}

export interface PageKey {
  shopId: string
  /** Everything else the page depends on, but its reviews: a change of those drops the page. */
  rest: string
}

/** Bytes kept in one process. */
const mostBytes = 64 * 1024 * 1024
const mostTries = 2
/** Dates such as "two hours ago" grow old without any change. */
const ttl = 60_000

const keysOfSubject = new Map<string, Set<string>>()
/** Raised by every change in a shop. */
const generations = new LRUCache<string, number>({ max: 10_000 })
let epoch = 0

const kept = new LRUCache<string, Page<object>>({
  maxSize: mostBytes,
  maxEntrySize: 2 * 1024 * 1024,
  ttl,
  dispose({ subjectId }, key) {
    const keys = keysOfSubject.get(subjectId)
    keys?.delete(key)
    if (keys?.size === 0) keysOfSubject.delete(subjectId)
  },
})

const generationOf = (shopId: string): string => `${epoch}.${generations.get(shopId) ?? 0}`
const nameOf = ({ shopId, rest }: PageKey): string => `${shopId} ${rest}`

/**
 * Reads pages of a shop through the cache of rendered pages (decisions 'Storefront cache'); `make` is asked once for all pages that
 * are not there. A page that was read before a change and is ready after it is made again; if changes don't end, it is answered, but not kept. Null pages do not exist.
 */
export async function throughCache<Value extends object>(
  shopId: string, rests: readonly string[], make: (missing: readonly number[]) => Promise<readonly (Page<Value> | null)[]>,
): Promise<(Value | null)[]> {
  const found = rests.map((rest) => (kept.get(nameOf({ shopId, rest }))?.value ?? null) as Value | null)
  const missing = found.flatMap((value, index) => (value ? [] : [index]))
  if (missing.length === 0) return found
  let before = generationOf(shopId)
  let pages = await make(missing)
  // A change came meanwhile: what was read before it is read again, but not for ever.
  for (let tries = 0; before !== generationOf(shopId) && tries < mostTries; tries += 1) {
    before = generationOf(shopId)
    pages = await make(missing)
  }
  const isFresh = before === generationOf(shopId)
  missing.forEach((index, position) => {
    const page = pages[position]
    if (!page) return
    found[index] = page.value
    if (isFresh) keep(nameOf({ shopId, rest: rests[index] ?? '' }), page)
  })
  return found
}

function keep(key: string, page: Page<object>): void {
  kept.set(key, page, { size: page.bytes + key.length })
  const keys = keysOfSubject.get(page.subjectId)
  if (keys) keys.add(key)
  else keysOfSubject.set(page.subjectId, new Set([key]))
}

/** Forgets what is kept of a product whose reviews, summary or own data changed, and of the whole shop. */
export function forgetProduct(shopId: string, productId: string): void {
  generations.set(shopId, (generations.get(shopId) ?? 0) + 1)
  for (const subjectId of [productId, shopId]) for (const key of [...(keysOfSubject.get(subjectId) ?? [])]) kept.delete(key)
}

/** After a lost message channel nothing kept can be trusted. */
export function forgetAll(): void {
  epoch += 1
  kept.clear()
}
