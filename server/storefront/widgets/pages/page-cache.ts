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
/** Of each shop another number after every change; no number comes twice. */
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
 * Reads pages of a shop through the cache of rendered pages (decisions 'Storefront cache'); `make` is asked once for all pages that
 * are not there. A page that was read before a change and is ready after it is made again; if changes don't end, it is answered, but not kept. Null pages do not exist.
 */
export async function readThroughCache<Value extends object>(
  shopId: string,
  rests: readonly string[],
  make: (missing: readonly number[]) => Promise<readonly (Page<Value> | null)[]>,
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
  generations.set(shopId, ++changes)
  for (const subjectId of [productId, shopId])
    for (const key of [...(keysOfSubject.get(subjectId) ?? [])]) kept.delete(key)
}

/** After a lost message channel nothing kept can be trusted. */
export function forgetAll(): void {
  generations.clear()
  emptyPageCache()
}

/** Drops what is kept, which is no change: reads that are on their way count as fresh. For benches of reads that are not cached. */
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

/** The bodies are those of the pages above. */
const answers = new LRUCache<string, Addressed<WithBody>>({ maxSize: mostBytes / 4, maxEntrySize: mostBytes / 64, ttl })
/** Answers that are being made: whoever asks meanwhile waits for them, as many ask at once for a page that grew too old. */
const making = new Map<string, Addressed<Promise<WithBody>>>()

/**
 * Answers an address as before while nothing of its shop has changed: neither its row, which its settings raise, nor any of its reviews.
 * Everything else that `make` reads must stand in the address. An empty answer is not kept, as what it misses may come without a change.
 * @param shop - the row as the shop cache has it: another object after each change
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
