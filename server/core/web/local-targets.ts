import type { Env } from '../env.ts'
import { publicWeb, type Guard } from '../files/fetch-remote.ts'

/** Whether a host and port, as an address names them, are a local stand-in that the operator or the demo allows. */
export type IsLocalTarget = (host: string, port: number) => boolean

/**
 * The local stand-ins: those of CANDOR_LOCAL_TARGETS, and in the demo Candor itself, whose stand-ins answer under /demo.
 * @param origin where the process answers
 */
export function localTargets(env: Pick<Env, 'CANDOR_LOCAL_TARGETS' | 'CANDOR_MODE'>, origin: string): IsLocalTarget {
  const targets = new Set(env.CANDOR_LOCAL_TARGETS)
  const own = new URL(origin)
  if (env.CANDOR_MODE === 'demo') targets.add(`${own.hostname}:${own.port || (own.protocol === 'https:' ? 443 : 80)}`)
  return (host, port) => targets.has(`${host.includes(':') ? `[${host}]` : host.toLowerCase()}:${port}`)
}

/** The guard of the public internet, which lets requests pass to local stand-ins. */
export const makeGuard = (isLocal: IsLocalTarget): Guard => ({
  ...publicWeb,
  allows: (address, port, host) => isLocal(host, port) || publicWeb.allows(address, port, host),
})
