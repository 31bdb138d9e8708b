import { once } from 'node:events'
import { WebSocket } from 'ws'

const document = 'subscription ($id: ID!) { importProgress(importId: $id) { status done total imported } }'

/** A subscriber to an import's progress. */
export interface Listener {
  /** Received numbers of rows, with the time in milliseconds since the epoch. */
  received: { done: number; at: number }[]
  /** Last received status. */
  status: string
  /** Resolves at the next event, or when the socket closes. */
  next(): Promise<void>
  close(): Promise<void>
}

interface Message {
  type: string
  payload?: { data?: { importProgress?: { status: string; done: number } } }
}

/** Opens a socket. With an import, subscribes to its progress over graphql-transport-ws; otherwise only receives. */
export async function listen(url: string, asked?: { token: string; id: string }): Promise<Listener> {
  const socket = asked
    ? new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    : new WebSocket(url.replace('http', 'ws'))
  socket.on('error', () => undefined)
  let notify: () => void = () => undefined
  const listener: Listener = {
    received: [],
    status: '',
    next: () => new Promise((resolve) => (notify = resolve)),
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
  socket.on('close', () => notify())
  socket.on('message', (data: Buffer) => {
    const at = performance.timeOrigin + performance.now()
    const { type, payload } = JSON.parse(data.toString()) as Message
    if (type === 'connection_ack' && asked)
      socket.send(
        JSON.stringify({ id: '1', type: 'subscribe', payload: { query: document, variables: { id: asked.id } } }),
      )
    const progress = payload?.data?.importProgress
    if (!progress) return
    listener.received.push({ done: progress.done, at })
    listener.status = progress.status
    notify()
  })
  await once(socket, 'open')
  if (asked) socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-auth-token': asked.token } }))
  return listener
}

/** Opens many sockets, some at a time. */
export async function listenMany(count: number, open: () => Promise<Listener>): Promise<Listener[]> {
  const all: Listener[] = []
  while (all.length < count)
    all.push(...(await Promise.all(Array.from({ length: Math.min(50, count - all.length) }, open))))
  return all
}
