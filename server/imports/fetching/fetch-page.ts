import { FetchRefused } from '../../core/files/fetch-remote.ts'
import type { WebPort } from '../../core/files/web.ts'
import { runWithHostLimit } from './fetch-limit.ts'

/** Timeout of one page. */
const pageMs = 10_000
const accept = [
  'application/json',
  'text/html',
  'text/plain',
  'text/javascript',
  'application/javascript',
  'application/xhtml+xml',
]
/** Delay before the only retry of a page that failed. */
const retryAfterMs = 2_000
/** Seconds. A longer `Retry-After` counts as a refusal. */
const longestRetryAfter = 10

interface PageRequest {
  shopId: string
  url: string
  hosts: ReadonlySet<string>
  headers?: Readonly<Record<string, string>>
  maxBytes: number
  /** Deadline, by the web port's clock. */
  until: number
}

/** `blocked`: refused. `silent`: no response in time. `spent`: the run's time is over. `missing`: HTTP 404 or 410. */
export type PageFailure = 'blocked' | 'silent' | 'spent' | 'token' | 'missing'

/** Fetches one page as text within the host's rate limit, with at most one retry. Returns the failure otherwise. */
export async function fetchPage(
  web: WebPort,
  asked: PageRequest,
): Promise<{ text: string; bytes: number } | { none: PageFailure }> {
  for (let attempt = 1; ; attempt++) {
    const left = asked.until - web.now()
    if (left <= 0) return { none: 'spent' }
    try {
      const fetched = await runWithHostLimit(
        web,
        { host: new URL(asked.url).host, shopId: asked.shopId, patienceMs: left },
        () => ask(web, asked),
      )
      return fetched ?? { none: 'spent' }
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error
      const wait = attempt === 1 ? waitBeforeNext(error) : null
      if (wait === null || web.now() + wait >= asked.until) return { none: nameOf(error) }
      await web.rest(wait)
    }
  }
}

async function ask(
  web: WebPort,
  { url, hosts, headers, maxBytes, until }: PageRequest,
): Promise<{ text: string; bytes: number } | null> {
  const left = until - web.now()
  if (left <= 0) return null
  const { bytes } = await web.fetch(url, {
    maxBytes,
    accept,
    timeoutMs: Math.min(pageMs, left),
    headers: {
      'user-agent': 'Candor (imports reviews for the merchant who asks)',
      'accept-language': 'en-US,en;q=0.9',
      ...headers,
    },
    mayAsk: (hop) => hop.protocol === 'https:' && hop.port === '' && hosts.has(hop.hostname),
  })
  return { text: new TextDecoder().decode(bytes), bytes: bytes.length }
}

/** Returns the milliseconds to wait; null if a retry is useless. */
function waitBeforeNext({ retry, status, retryAfter }: FetchRefused): number | null {
  if (retryAfter !== null && (status === 429 || status === 503))
    return retryAfter <= longestRetryAfter ? retryAfter * 1000 : null
  return retry && status !== 429 ? retryAfterMs : null
}

function nameOf({ problem, status }: FetchRefused): PageFailure {
  if (problem === 'unreachable' || problem === 'timeout' || (status !== null && status >= 500 && status !== 503))
    return 'silent'
  if (status === 401) return 'token'
  return status === 404 || status === 410 ? 'missing' : 'blocked'
}
