// A bare websocket server that broadcasts to all clients: the upper limit.
import { WebSocketServer } from 'ws'
import type { AddressInfo } from 'node:net'
import { reportReady } from './child.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
let done = 0
server.on('listening', () =>
  reportReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
    done += 1_000
    const at = performance.timeOrigin + performance.now()
    const text = JSON.stringify({
      id: '1',
      type: 'next',
      payload: { data: { importProgress: { status: 'RUNNING', done, total: 1_000_000, imported: done } } },
    })
    for (const client of server.clients) client.send(text)
    return { done, at }
  }),
)
