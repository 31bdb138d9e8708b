import { LRUCache } from 'lru-cache'
import { cacheReads } from '../../../core/metrics.ts'

/** A cached page of one product, or of the whole shop. */
export interface Page<Value> {
  subjectId: string
  bytes: number
  value: Value
}

interface PageKey {
  shopId: string
  /** Key of everything the page depends on except its reviews, whose changes drop it. */
  rest: string
}

/** Bytes per process. */
const mostBytes = 64 * 1024 * 1024
const mostTries = 2
/** Limits the age of relative dates such as "two hours ago". */
const ttl = 60_000

const keysOfSubject = new Map<string, Set<string>>()
/** Number of each shop's last change; never reused. */
const generations = new LRUCache<string, number>({ max: 10_000 })
let changes = 0

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

function generationOf(shopId: string): number {
  const known = generations.get(shopId)
  if (known === undefined) generations.set(shopId, ++changes)
  return known ?? changes
}

const nameOf = ({ shopId, rest }: PageKey): string => `${shopId} ${rest}`

/**
 * Reads a shop's pages through the cache of rendered pages (decisions 'Storefront cache'). Calls `make` once for all
 * missing pages. A page read before a change is made again. If changes don't end, it is returned but not cached. Null
 * pages do not exist.
 */
export async function readThroughCache<Value extends object>(
  shopId: string,
  rests: readonly string[],
  make: (missing: readonly number[]) => Promise<readonly (Page<Value> | null)[]>,
): Promise<(Value | null)[]> {
  const found = rests.map((rest) => (kept.get(nameOf({ shopId, rest }))?.value ?? null) as Value | null)
  const missing = found.flatMap((value, index) => (value ? [] : [index]))
  cacheReads.inc({ result: 'hit' }, found.length - missing.length)
  cacheReads.inc({ result: 'miss' }, missing.length)
  if (missing.length === 0) return found
  let before = generationOf(shopId)
  let pages = await make(missing)
  // Reads again if a change came during the read, a limited number of times.
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

/** Drops the cached pages of a changed product and of the whole shop. */
export function forgetProduct(shopId: string, productId: string): void {
  generations.set(shopId, ++changes)
  for (const subjectId of [productId, shopId])
    for (const key of [...(keysOfSubject.get(subjectId) ?? [])]) kept.delete(key)
}

/** Drops everything after the notification channel was lost, because changes may have been missed. */
export function forgetAll(): void {
  generations.clear()
  emptyPageCache()
}

/** Drops everything without counting as a change, for benchmarks of uncached reads. */
export function emptyPageCache(): void {
  kept.clear()
  answers.clear()
  making.clear()
}

interface Addressed<Kept> {
  shop: object
  generation: number
  kept: Kept
}

interface WithBody {
  body: Buffer
}

/** Shares its bodies with the pages above. */
const answers = new LRUCache<string, Addressed<WithBody>>({ maxSize: mostBytes / 4, maxEntrySize: mostBytes / 64, ttl })
/** Responses in progress: concurrent requests for an expired page share one. */
const making = new Map<string, Addressed<Promise<WithBody>>>()

/**
 * Returns the cached response of an address until the shop's row or any review changes. The address must contain
 * everything else that `make` reads. Empty responses aren't cached, because the missing object may appear without a
 * change.
 * @param shop - the row of the shop cache: another object after each change
 */
export async function readThroughUrlCache<Value extends WithBody>(
  shop: { id: string },
  address: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const key = `${shop.id} ${address}`
  const generation = generationOf(shop.id)
  const isOfNow = (found: Addressed<unknown> | undefined) => found?.shop === shop && found.generation === generation
  const known = answers.get(key)
  if (known && isOfNow(known)) return known.kept as Value
  const started = making.get(key)
  if (started && isOfNow(started)) return started.kept as Promise<Value>
  const own = { shop, generation, kept: make() }
  making.set(key, own)
  try {
    const value = await own.kept
    if (value.body.length > 0 && generation === generationOf(shop.id))
      answers.set(key, { shop, generation, kept: value }, { size: value.body.length + key.length })
    return value
  } finally {
    if (making.get(key) === own) making.delete(key)
  }
}
