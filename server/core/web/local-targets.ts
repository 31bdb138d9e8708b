import type { Env } from '../env.ts'
import { publicWeb, type Guard } from '../files/fetch-remote.ts'

/** Returns whether a URL's host and port are a local stand-in that the operator or the demo allows. */
export type IsLocalTarget = (host: string, port: number) => boolean

/**
 * Returns the test for local stand-ins: CANDOR_LOCAL_TARGETS, and in the demo Candor itself, which serves stand-ins
 * under /demo.
 * @param origin the base URL of this process
 */
export function localTargets(env: Pick<Env, 'CANDOR_LOCAL_TARGETS' | 'CANDOR_MODE'>, origin: string): IsLocalTarget {
  const targets = new Set(env.CANDOR_LOCAL_TARGETS)
  const own = new URL(origin)
  if (env.CANDOR_MODE === 'demo') targets.add(`${own.hostname}:${own.port || (own.protocol === 'https:' ? 443 : 80)}`)
  return (host, port) => targets.has(`${host.includes(':') ? `[${host}]` : host.toLowerCase()}:${port}`)
}

/** Makes a guard for the public internet that also allows local stand-ins. */
export const makeGuard = (isLocal: IsLocalTarget): Guard => ({
  ...publicWeb,
  allows: (address, port, host) => isLocal(host, port) || publicWeb.allows(address, port, host),
})
