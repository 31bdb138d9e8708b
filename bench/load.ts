import { Agent, request } from 'node:http'
import { setTimeout as later } from 'node:timers/promises'
import autocannon from 'autocannon'

export interface Asked {
  path: string
  method?: 'GET' | 'POST'
  body?: string
  headers?: Record<string, string>
}

/** Makes GraphQL requests as the merchant of a token. */
export const asMerchant =
  (token: string) =>
  (query: string, variables: object = {}): Asked => ({
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': token },
    body: JSON.stringify({ query, variables }),
  })

interface Load {
  perSecond: number
  p99ms: number
}

const connections = 16

/**
 * Requests as fast as the server responds, over some open connections, for some seconds.
 * @throws Error for a response with another status
 */
export async function load(
  url: string,
  requests: readonly Asked[],
  { seconds, status = 200 }: { seconds: number; status?: number | undefined },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: requests.map((asked) => ({ ...asked })),
  })
  const others = Object.entries(result.statusCodeStats).filter(([code]) => code !== String(status))
  const failed = others.reduce((sum, [, { count }]) => sum + count, result.errors + result.timeouts)
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`)
  return { perSecond: result.requests.total / result.duration, p99ms: result.latency.p99 }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Returns the milliseconds of one request over a single open connection. */
export async function latency(url: string, asked: Asked): Promise<number> {
  const started = performance.now()
  await fetchText(url, asked)
  return performance.now() - started
}

/**
 * Requests at a fixed rate, whether or not earlier responses have arrived, until stopped. Returns the milliseconds of
 * each request since it was due, including the time it had to wait.
 */
export async function loadAtPace(
  url: string,
  requests: readonly Asked[],
  { perSecond, over }: { perSecond: number; over: () => boolean },
): Promise<number[]> {
  const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: connections })
  const started = performance.now()
  const answers: Promise<number>[] = []
  while (!over()) {
    const due = started + (answers.length * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await later(wait)
    const asked = requests[answers.length % requests.length]
    if (asked) answers.push(fetchText(url, asked, keepAliveAgent).then(() => performance.now() - due))
  }
  return Promise.all(answers).finally(() => keepAliveAgent.destroy())
}

/** Returns the body of a response. @throws Error if it is not a 2xx */
export async function fetchText(url: string, asked: Asked, by = agent): Promise<string> {
  const { status, body } = await fetchAnswer(url, asked, by)
  const text = body.toString()
  if (status >= 300) throw new Error(`${asked.path} answered ${status}: ${text.slice(0, 300)}`)
  return text
}

/** A raw response: a compressed body stays compressed. */
interface Answer {
  status: number
  /** Empty if there is none. */
  etag: string
  /** Names and values alternate. */
  rawHeaders: string[]
  body: Buffer
}

/** Sends one request and accepts any status. */
export function fetchAnswer(
  url: string,
  { path, method = 'GET', body, headers = {} }: Asked,
  by = agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(new URL(path, url), { agent: by, method, headers: { ...headers, ...length } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 500,
          etag: answer.headers.etag ?? '',
          rawHeaders: answer.rawHeaders,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
