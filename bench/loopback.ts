import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small server in the benchmark's own process, for requests too rare to affect it. */
interface Loopback extends AsyncDisposable {
  url: string
}

/** Starts it on a free local port. */
export async function startLoopback(answer: RequestListener): Promise<Loopback> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
