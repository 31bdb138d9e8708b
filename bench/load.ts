import { Agent, request } from 'node:http'
import { setTimeout as later } from 'node:timers/promises'
import autocannon from 'autocannon'

export interface Asked {
  path: string
  method?: 'GET' | 'POST'
  body?: string
  headers?: Record<string, string>
}

/** Requests of GraphQL as the merchant who is signed in by a token. */
export const asMerchant = (token: string) => (query: string, variables: object = {}): Asked => ({
  path: '/graphql', method: 'POST', headers: { 'content-type': 'application/json', 'x-auth-token': token }, body: JSON.stringify({ query, variables }),
})

export interface Load {
  perSecond: number
  p99ms: number
}

const connections = 16

/**
 * Asks as fast as the server answers, over some connections kept open, for some seconds; the requests take turns.
 * @throws Error when an answer is not a 2xx
 */
export async function load(url: string, requests: readonly Asked[], seconds: number): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, requests: requests.map((asked) => ({ ...asked })) })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`)
  return { perSecond: result.requests.total / result.duration, p99ms: result.latency.p99 }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds of one request, over the one connection that is kept. */
export async function latency(url: string, asked: Asked): Promise<number> {
  const started = performance.now()
  await fetchText(url, asked)
  return performance.now() - started
}

/**
 * Asks at a steady pace, whether or not earlier answers have come, until told to stop; the requests take turns. Answers the
 * milliseconds of each from the moment it was due: who is kept from being asked waits, too.
 */
export async function paced(url: string, requests: readonly Asked[], { perSecond, over }: { perSecond: number; over: () => boolean }): Promise<number[]> {
  const crowd = new Agent({ keepAlive: true, maxSockets: connections })
  const started = performance.now()
  const answers: Promise<number>[] = []
  while (!over()) {
    const due = started + (answers.length * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await later(wait)
    const asked = requests[answers.length % requests.length]
    if (asked) answers.push(fetchText(url, asked, crowd).then(() => performance.now() - due))
  }
  return Promise.all(answers).finally(() => crowd.destroy())
}

/** The body of one answer. @throws Error when it is not a 2xx */
export function fetchText(url: string, { path, method = 'GET', body, headers = {} }: Asked, by = agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(new URL(path, url), { agent: by, method, headers: { ...headers, ...length } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if ((answer.statusCode ?? 500) < 300) resolve(text)
        else reject(new Error(`${path} answered ${String(answer.statusCode)}: ${text.slice(0, 300)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
