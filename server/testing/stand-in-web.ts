import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPublicAddress } from '../core/files/public-address.ts'
import { openWeb, type WebPort } from '../core/files/web.ts'

export interface Asked {
  host: string
  path: string
  query: Readonly<Record<string, string>>
  headers: IncomingHttpHeaders
}

export type Answer =
  string | { status: number; headers?: Record<string, string>; body?: string } | ((response: ServerResponse) => void)

/** A local server that the web port uses for every public host. Its clock only moves while code sleeps. */
export interface StandInWeb {
  web: WebPort
  /** Requests since the last `answer`, except for pictures under .example.test, which are fetched at any time. */
  asked: Asked[]
  rests: number[]
  /** Sets the answer to all later requests. */
  answer(say: (asked: Asked) => Answer): void
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
