import type { WebPort } from '../files/web.ts'

/** A host is left alone so long after it has answered. CJDropshipping asks for one request a second, the others for nothing. */
export const restMs = 1_100
/** Of one shop, beside the fetch that is under way. */
const mostWaiting = 2

/** One at a time; those who wait come round by shop. */
interface Line {
  busy: boolean
  /** The shop whose turn is next stands first. */
  waiting: Map<string, (() => void)[]>
}

interface Host extends Line {
  /** By the web's clock; -Infinity before the first. */
  answeredAt: number
}

/** Hosts that were asked by this process and may not have rested yet; shops that are fetching. */
const lines = new WeakMap<WebPort, { hosts: Map<string, Host>; shops: Map<string, Line> }>()

function linesOf(web: WebPort) {
  const known = lines.get(web) ?? { hosts: new Map<string, Host>(), shops: new Map<string, Line>() }
  lines.set(web, known)
  return known
}

interface Asker {
  shopId: string
  /** How long it waits for its turn. */
  patienceMs: number
}

/**
 * Asks a host when it is this shop's turn and the host has rested: shops come round one after another, however much each has to ask. Null
 * when the turn does not come within `patienceMs`. One at a time and process: a second process asks beside this one.
 */
export async function inTurn<T>(web: WebPort, { host, ...asker }: Asker & { host: string }, ask: () => Promise<T>): Promise<T | null> {
  const { hosts } = linesOf(web)
  const line = hosts.get(host) ?? { busy: false, waiting: new Map<string, (() => void)[]>(), answeredAt: -Infinity }
  hosts.set(host, line)
  if (!(await comes(line, asker))) return null
  try {
    const rest = line.answeredAt + restMs - web.now()
    if (rest > 0) await web.rest(rest)
    try {
      return await ask()
    } finally {
      line.answeredAt = web.now()
    }
  } finally {
    passOn(line)
  }
}

/** One fetch of a shop at a time. Null when two wait already, or when the turn does not come within `patienceMs`. */
export async function oneOfShop<T>(web: WebPort, asker: Asker, fetch: () => Promise<T>): Promise<T | null> {
  const { shops } = linesOf(web)
  const line = shops.get(asker.shopId) ?? { busy: false, waiting: new Map<string, (() => void)[]>() }
  if ((line.waiting.get(asker.shopId)?.length ?? 0) >= mostWaiting) return null
  shops.set(asker.shopId, line)
  if (!(await comes(line, asker))) return null
  try {
    return await fetch()
  } finally {
    passOn(line)
    if (!line.busy) shops.delete(asker.shopId)
  }
}

/** Whether the turn comes in time; who has it passes it on. */
async function comes(line: Line, { shopId, patienceMs }: Asker): Promise<boolean> {
  if (!line.busy) return (line.busy = true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const come = (): void => resolve(true)
  line.waiting.set(shopId, [...(line.waiting.get(shopId) ?? []), come])
  const timer = setTimeout(() => {
    leave(line, shopId, come)
    resolve(false)
  }, Math.max(0, patienceMs))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function leave({ waiting }: Line, shopId: string, come: () => void): void {
  const left = (waiting.get(shopId) ?? []).filter((one) => one !== come)
  if (left.length > 0) waiting.set(shopId, left)
  else waiting.delete(shopId)
}

function passOn(line: Line): void {
  const [first] = line.waiting
  const [shopId, [come, ...others]] = first ?? ['', []]
  if (!come) return void (line.busy = false)
  // What else this shop has waits behind all other shops.
  line.waiting.delete(shopId)
  if (others.length > 0) line.waiting.set(shopId, others)
  come()
}
