import { WebSocket } from 'ws'
import type { World } from './world.ts'

export interface SocketMessage {
  type: string
  id?: string
  payload?: unknown
  code?: number
}

export interface TestSocket {
  /** Received messages that no test has read. */
  unread: SocketMessage[]
  send(message: object): void
  subscribe(id: string, query: string, variables?: object): void
  /** Resolves with the next unread message that has these properties. `closed` has the code of the socket's end. */
  next(like?: Partial<SocketMessage>): Promise<SocketMessage>
  close(): void
}

/** Opens a websocket of /graphql and sends credentials: the merchant's, unless others are given. */
export async function openSocket(
  world: World,
  credentials: object = { 'x-auth-token': world.token },
): Promise<TestSocket> {
  const socket = new WebSocket(`${(await world.url()).replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const unread: SocketMessage[] = []
  const readers: { like: Partial<SocketMessage>; tell(message: SocketMessage): void }[] = []
  const matches = (message: SocketMessage, like: Partial<SocketMessage>) =>
    Object.entries(like).every(([key, value]) => message[key as keyof SocketMessage] === value)
  const receive = (message: SocketMessage) => {
    const index = readers.findIndex(({ like }) => matches(message, like))
    if (index < 0) unread.push(message)
    else readers.splice(index, 1)[0]?.tell(message)
  }
  socket.on('message', (data: Buffer) => receive(JSON.parse(data.toString()) as SocketMessage))
  socket.on('close', (code) => receive({ type: 'closed', code }))
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ type: 'connection_init', payload: credentials })
  return {
    unread,
    send,
    subscribe: (id, query, variables = {}) => send({ type: 'subscribe', id, payload: { query, variables } }),
    next: (like = {}) =>
      new Promise((tell) => {
        const index = unread.findIndex((message) => matches(message, like))
        const [message] = index < 0 ? [] : unread.splice(index, 1)
        if (message) tell(message)
        else readers.push({ like, tell })
      }),
    close: () => socket.close(),
  }
}
