import { reach } from './online.ts'
import type { Session } from '../session/session.ts'

const timeoutMilliseconds = 60_000
const retryHeader = 'X-Shopify-Retry-Invalid-Session-Request'
const reauthorizeHeader = 'X-Shopify-API-Request-Failure-Reauthorize'

type FailureKind = 'timeout' | 'offline' | 'session' | 'server'

/** A request without a usable response; `kind` chooses the error text. */
export class RequestFailed extends Error {
  readonly kind: FailureKind
  readonly status: number
  constructor(kind: FailureKind, status = 0) {
    super(`${kind} ${status}`)
    this.name = 'RequestFailed'
    this.kind = kind
    this.status = status
  }
}

/**
 * Sends a request of the session, with a timeout of 60 seconds (spec 7). Renews a refused proof once if the server
 * allows it. A reauthorize header redirects to its URL, by default /api/auth (spec 8).
 * @throws RequestFailed without a response, or if the session is over
 */
export async function send(session: Session, path: string, init: RequestInit = {}): Promise<Response> {
  let response = await attempt(session, path, init)
  if (response.status === 401 && response.headers.has(retryHeader)) response = await attempt(session, path, init)
  const reauthorize = response.headers.has(reauthorizeHeader)
  if (reauthorize || response.status === 401) {
    const leaving = session.handleRefusal(response.headers.get(`${reauthorizeHeader}-Url`))
    throw new RequestFailed(leaving ? 'session' : 'server', response.status)
  }
  return response
}

async function attempt(session: Session, path: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(await session.credentials())) headers.set(name, value)
  try {
    const response = await fetch(path, { ...init, headers, signal, credentials: 'same-origin' })
    reach.found()
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    if (!timeout.aborted) reach.lost()
    throw new RequestFailed(timeout.aborted ? 'timeout' : 'offline')
  }
}
