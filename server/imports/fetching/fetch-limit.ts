import type { WebPort } from '../../core/files/web.ts'
import { limitConcurrency } from '../../core/concurrency-limit.ts'

/** A host is left alone so long after it has answered. CJDropshipping asks for one request a second, the others for nothing. */
export const hostPauseMs = 1_100
/** One fetch of a shop at a time; two more may wait. */
export const shopFetches = limitConcurrency({ atOnce: 1, mostWaiting: 2 })

/** One at a time; those who wait come round by shop. */
interface HostQueue {
  busy: boolean
  /** The shop whose turn is next stands first. */
  waiting: Map<string, (() => void)[]>
  /** By the web's clock; -Infinity before the first. */
  answeredAt: number
}

/** Hosts that were asked by this process and may not have rested yet. */
const hostsOf = new WeakMap<WebPort, Map<string, HostQueue>>()

interface HostRequest {
  shopId: string
  /** How long it waits for its turn. */
  patienceMs: number
}

/**
 * Asks a host when it is this shop's turn and the host has rested: shops come round one after another, however much each has to ask. Null
 * when the turn does not come within `patienceMs`. One at a time and process: a second process asks beside this one.
 */
export async function runWithHostLimit<T>(
  web: WebPort,
  { host, ...asker }: HostRequest & { host: string },
  ask: () => Promise<T>,
): Promise<T | null> {
  const hosts = hostsOf.get(web) ?? new Map<string, HostQueue>()
  hostsOf.set(web, hosts)
  const line = hosts.get(host) ?? { busy: false, waiting: new Map<string, (() => void)[]>(), answeredAt: -Infinity }
  hosts.set(host, line)
  if (!(await waitForHost(line, asker))) return null
  try {
    const rest = line.answeredAt + hostPauseMs - web.now()
    if (rest > 0) await web.rest(rest)
    try {
      return await ask()
    } finally {
      line.answeredAt = web.now()
    }
  } finally {
    releaseHost(line)
  }
}

/** Whether the turn comes in time; who has it passes it on. */
async function waitForHost(line: HostQueue, { shopId, patienceMs }: HostRequest): Promise<boolean> {
  if (!line.busy) return (line.busy = true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const come = (): void => resolve(true)
  line.waiting.set(shopId, [...(line.waiting.get(shopId) ?? []), come])
  const timer = setTimeout(
    () => {
      removeWaiting(line, shopId, come)
      resolve(false)
    },
    Math.max(0, patienceMs),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function removeWaiting({ waiting }: HostQueue, shopId: string, come: () => void): void {
  const left = (waiting.get(shopId) ?? []).filter((one) => one !== come)
  if (left.length > 0) waiting.set(shopId, left)
  else waiting.delete(shopId)
}

function releaseHost(line: HostQueue): void {
  const [first] = line.waiting
  const [shopId, [come, ...others]] = first ?? ['', []]
  if (!come) return void (line.busy = false)
  // What else this shop has waits behind all other shops.
  line.waiting.delete(shopId)
  if (others.length > 0) line.waiting.set(shopId, others)
  come()
}
