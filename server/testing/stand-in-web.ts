import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPublicAddress } from '../core/files/public-address.ts'
import { openWeb, type WebPort } from '../core/files/web.ts'

/** One request that came. */
export interface Asked {
  host: string
  path: string
  query: Readonly<Record<string, string>>
  headers: IncomingHttpHeaders
}

export type Answer =
  string | { status: number; headers?: Record<string, string>; body?: string } | ((response: ServerResponse) => void)

/** A server on this machine that our web port takes for every public host, and a clock that only moves when code sleeps. */
export interface StandInWeb {
  web: WebPort
  /** What came since the last `answer`, in order; not the pictures of hosts under .example.test, which are fetched whenever the time is right. */
  asked: Asked[]
  rests: number[]
  /** How all requests from now on are answered. */
  answer(say: (asked: Asked) => Answer): void
  /** Moves the clock. */
  pass(milliseconds: number): void
  close(): Promise<void>
}

export async function standInWeb(): Promise<StandInWeb> {
  let say: (asked: Asked) => Answer = () => ({ status: 404 })
  let now = Date.UTC(2026, 0, 1)
  const asked: Asked[] = []
  const rests: number[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `https://${request.headers.host ?? ''}`)
    const one = {
      host: url.host,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
    }
    const isPicture = one.host.endsWith('.example.test')
    if (!isPicture) asked.push(one)
    const answer = isPicture ? { status: 404 } : say(one)
    if (typeof answer === 'function') return answer(response)
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer
    response
      .writeHead(status, {
        'content-type': body.trimStart().startsWith('<') ? 'text/html; charset=utf-8' : 'application/json',
        ...headers,
      })
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const web = openWeb({
    guard: {
      standIn: port,
      resolve: async (host) =>
        Promise.resolve([{ address: host === 'inside.test' ? '10.0.0.7' : '127.0.0.1', family: 4 }]),
      allows: (address) => address === '127.0.0.1' || isPublicAddress(address),
    },
    async rest(milliseconds) {
      rests.push(milliseconds)
      now += milliseconds
      await Promise.resolve()
    },
    now: () => now,
  })
  return {
    web,
    asked,
    rests,
    answer(next) {
      say = next
      asked.length = 0
      rests.length = 0
    },
    pass: (milliseconds) => void (now += milliseconds),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
