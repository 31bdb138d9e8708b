import { Agent, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { NoSuchName, resolveName, type Address } from './resolve-name.ts'

export interface FetchLimits {
  maxBytes: number
  /** Covers everything: name, connections, redirects, body. */
  timeoutMs: number
  /** Accepted content types, without parameters; `image/*` accepts all pictures. */
  accept: readonly string[]
  /** Extra headers. They go to every hop: a caller that sends a secret must limit the hops. */
  headers?: Readonly<Record<string, string>>
  /** Restricts URLs, also of redirects; default: any public one. */
  mayAsk?(url: URL): boolean
}

export interface Fetched {
  bytes: Buffer
  contentType: string
}

/** A request to one URL. Redirects are not followed, so that a body or secret never reaches another host. */
export interface WebRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  maxBytes: number
  /** Reads a longer answer up to the limit only, instead of refusing it. */
  cut?: boolean
  /** Uses a kept connection to the receiver if there is one. */
  keepAlive?: boolean
  /** Covers everything: name, connection, body. */
  timeoutMs: number
}

export interface WebAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

type FetchProblem = 'address' | 'unreachable' | 'status' | 'type' | 'tooLarge' | 'timeout' | 'redirects'

/** The reason why nothing was fetched. `retry` says that another attempt may succeed. */
export class FetchRefused extends Error {
  readonly problem: FetchProblem
  readonly retry: boolean
  /** The response's status if it was not 200. */
  readonly status: number | null
  /** Seconds the server asked us to wait. */
  readonly retryAfter: number | null
  /** The host has no address: may be temporary, but seldom is. */
  readonly hostNotFound: boolean
  constructor(
    problem: FetchProblem,
    message: string,
    options: { retry?: boolean; cause?: unknown; status?: number; retryAfter?: number | null } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'FetchRefused'
    this.problem = problem
    this.retry = options.retry ?? false
    this.status = options.status ?? null
    this.retryAfter = options.retryAfter ?? null
    this.hostNotFound = options.cause instanceof NoSuchName
  }
}

/** Rules that a test world replaces. */
export interface Guard {
  resolve(host: string, signal: AbortSignal): Promise<Address[]>
  /** `host`: the name or address in the URL. */
  allows(address: string, port: number, host: string): boolean
  /** Port of a plain http server that replaces every host. */
  standIn?: number
}

export const publicWeb: Guard = {
  resolve: resolveName,
  allows: (address, port) => isPublicAddress(address) && (port === 80 || port === 443),
}

const maxRedirects = 3

/**
 * Fetches an untrusted URL, from the public internet only. Every hop is checked again. The connection uses the very
 * address that was checked, so a name that resolves differently later gains nothing. Sends only what the limits name.
 * @throws FetchRefused, whose message never holds path or query
 */
export async function fetchRemote(url: string, limits: FetchLimits, guard: Guard = publicWeb): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let next = url
  try {
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const target = checkUrl(next)
      if (limits.mayAsk && !limits.mayAsk(target))
        throw new FetchRefused('address', 'Not among those that may be asked')
      const answer = await ask(target, {
        call: { method: 'GET', headers: { accept: limits.accept.join(', '), ...limits.headers } },
        signal,
        guard,
      })
      const redirect = answer.headers.location
      if (isRedirect(answer.statusCode) && redirect) {
        answer.destroy()
        next = new URL(redirect, target).href
        continue
      }
      return await readResponse(answer, limits)
    }
  } catch (error) {
    throw asRefusal(error, signal)
  }
  throw new FetchRefused('redirects', 'Redirected too often')
}

/**
 * Sends one request to the public internet, under the same guard. Any status counts as a response.
 * @throws FetchRefused when no complete response arrived
 */
export async function sendRemote(request: WebRequest, guard: Guard = publicWeb): Promise<WebAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    const answer = await ask(checkUrl(request.url), { call: request, signal, guard })
    const text = (await readBody(answer, request.maxBytes, request.cut)).toString('utf8')
    return { status: answer.statusCode ?? 0, headers: answer.headers, text }
  } catch (error) {
    throw asRefusal(error, signal)
  }
}

function asRefusal(error: unknown, signal: AbortSignal): FetchRefused {
  if (error instanceof FetchRefused) return error
  if (signal.aborted || isTimeout(error))
    return new FetchRefused('timeout', 'It took too long', { retry: true, cause: error })
  return new FetchRefused('unreachable', error instanceof Error ? error.message : String(error), {
    retry: true,
    cause: error,
  })
}

function checkUrl(text: string): URL {
  if (!URL.canParse(text)) throw new FetchRefused('address', 'Not an address')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchRefused('address', 'Neither http nor https')
  if (url.username || url.password) throw new FetchRefused('address', 'An address with a login')
  return url
}

interface RemoteCall {
  call: Pick<WebRequest, 'method' | 'headers' | 'body' | 'keepAlive'>
  signal: AbortSignal
  guard: Guard
}

async function ask(url: URL, { call, signal, guard }: RemoteCall): Promise<IncomingMessage> {
  const { method, headers, body, keepAlive } = call
  const secure = url.protocol === 'https:' && guard.standIn === undefined
  const port = guard.standIn ?? (Number(url.port) || (secure ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await runWithTimeout(() => guard.resolve(host, signal), signal)
  const [first] = addresses
  // Refuses a name if any of its addresses is forbidden: it may be an attack.
  if (!first || !addresses.every(({ address }) => guard.allows(address, port, host)))
    throw new FetchRefused('address', 'Not in the public internet')
  const pinned: LookupFunction = (_, options, done) =>
    options.all ? done(null, [first]) : done(null, first.address, first.family)
  const request = secure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = {
      'user-agent': 'Candor',
      ...headers,
      host: url.host,
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const asked = request(
      url,
      {
        method,
        agent: keepAlive ? agents[secure ? 'https' : 'http'] : false,
        headers: sent,
        lookup: pinned,
        signal,
        maxHeaderSize: 16_384,
        ...(!secure && { protocol: 'http:', port }),
      },
      resolve,
    )
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver closed the kept connection just then.
      if (asked.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted)
        resolve(ask(url, { call: { ...call, keepAlive: false }, signal, guard }))
      else reject(error)
    })
    asked.end(body)
  })
}

/** Keep connections for the next request; the guard has checked the address of each. */
const kept = { keepAlive: true, timeout: 15_000, maxFreeSockets: 64 }
const agents = { http: new Agent(kept), https: new HttpsAgent(kept) }

/** Rejects at the signal even if the work ignores it; a later result is dropped. */
async function runWithTimeout<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const over = Promise.withResolvers<never>()
  const stop = () => over.reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work(), over.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The name servers did not respond. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT'
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && [301, 302, 303, 307, 308].includes(status)
}

async function readResponse(answer: IncomingMessage, limits: FetchLimits): Promise<Fetched> {
  const refuse = (
    problem: FetchProblem,
    message: string,
    more: { retry?: boolean; status?: number; retryAfter?: number | null } = {},
  ): never => {
    answer.destroy()
    throw new FetchRefused(problem, message, more)
  }
  const status = answer.statusCode ?? 0
  if (status !== 200)
    refuse('status', `Answered ${status}`, {
      retry: status === 429 || status >= 500,
      status,
      retryAfter: parseRetryAfter(answer.headers['retry-after']),
    })
  const contentType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const taken = limits.accept.some(
    (type) => type === contentType || (type.endsWith('/*') && contentType.startsWith(type.slice(0, -1))),
  )
  if (!taken) refuse('type', `Answered ${contentType.slice(0, 60) || 'without a type'}`)
  return { bytes: await readBody(answer, limits.maxBytes), contentType }
}

async function readBody(answer: IncomingMessage, maxBytes: number, cut = false): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = !cut && Number(answer.headers['content-length'] ?? 0) > maxBytes ? Infinity : 0
  if (size === 0)
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes && !cut) break
      chunks.push(chunk)
      if (size > maxBytes) break
    }
  if (size <= maxBytes) return Buffer.concat(chunks)
  answer.destroy()
  if (cut) return Buffer.concat(chunks).subarray(0, maxBytes)
  throw new FetchRefused('tooLarge', 'Too large')
}

/** Returns Retry-After in seconds. */
export function parseRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  const text = header.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
