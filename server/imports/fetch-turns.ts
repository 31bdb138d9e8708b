import type { WebPort } from '../files/web.ts'

/** A host is left alone so long after it has answered. CJDropshipping asks for one request a second, the others for nothing. */
export const restMs = 1_100

interface Host {
  /** Settles when the last one in the line is done. */
  tail: Promise<unknown>
  waiting: number
  /** By the web's clock; -Infinity before the first. */
  answeredAt: number
}

/** Hosts that were asked by this process and may not have rested yet. */
const hosts = new WeakMap<WebPort, Map<string, Host>>()

/**
 * Asks a host when those before are done and it has rested. Null when the turn does not come within `patienceMs`.
 * One at a time and process: a second process asks beside this one.
 */
export async function inTurn<T>(web: WebPort, { host, patienceMs }: { host: string; patienceMs: number }, ask: () => Promise<T>): Promise<T | null> {
  const known = hosts.get(web) ?? new Map<string, Host>()
  hosts.set(web, known)
  const line = known.get(host) ?? { tail: Promise.resolve(), waiting: 0, answeredAt: -Infinity }
  known.set(host, line)
  const before = line.waiting > 0 ? line.tail : null
  const { promise: mine, resolve: done } = Promise.withResolvers<undefined>()
  line.tail = line.tail.then(() => mine)
  line.waiting++
  try {
    if (before && !(await within(before, patienceMs))) return null
    const rest = line.answeredAt + restMs - web.now()
    if (rest > 0) await web.rest(rest)
    try {
      return await ask()
    } finally {
      line.answeredAt = web.now()
    }
  } finally {
    line.waiting--
    done(undefined)
  }
}

/** Whether it settles in time. */
async function within(before: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), Math.max(0, patienceMs))
  try {
    return await Promise.race([before.then(() => true), promise])
  } finally {
    clearTimeout(timer)
  }
}
