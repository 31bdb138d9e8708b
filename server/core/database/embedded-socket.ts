import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { cancelRequest, FrameReader, queryMessage, sslRequest, type Frame } from './postgres-frames.ts'

/** Messages of a client up to the point where it waits for a response; run without interruption. */
interface ClientMessages {
  client: Client
  messages: Buffer[]
}

interface Client {
  socket: Socket
  frames: FrameReader
  /** Messages that have not ended in a wait yet. */
  pendingMessages: Buffer[]
  open: boolean
}

/** The client waits after these: Query, Sync, FunctionCall, Flush; StartupMessage has no type. */
const awaitsResponse = new Set(['Q', 'S', 'F', 'H', 'startup'])

/**
 * Serves PostgreSQL's protocol for PGlite over a unix socket to several clients. They share one backend: a client has
 * it alone from Parse to Sync and from BEGIN to the transaction's end. The package's own server mixes clients'
 * messages, so a Bind can hit another client's unnamed statement (docs/decisions/0002).
 */
export function serveEmbedded(database: PGlite, path: string): Promise<{ stop(): Promise<void> }> {
  const waiting: ClientMessages[] = []
  const clients = new Set<Client>()
  /** Client with an open transaction or without a Sync yet. */
  let owner: Client | null = null
  let running = false

  async function processQueue(): Promise<void> {
    if (running) return
    running = true
    for (let batch = next(); batch; batch = next()) await runNextMessages(batch)
    running = false
  }

  function next(): ClientMessages | undefined {
    const index = owner ? waiting.findIndex(({ client }) => client === owner) : 0
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  async function runNextMessages({ client, messages }: ClientMessages): Promise<void> {
    try {
      const status = await database.runExclusive(() => run(client, messages))
      owner = status === 'I' || !client.open ? null : client
    } catch {
      client.socket.destroy()
      owner = null
    }
    if (!client.open) await rollBackClient(client)
  }

  /** Runs a client's messages in order. Returns the transaction status of the last ReadyForQuery, or ''. */
  async function run(client: Client, messages: readonly Buffer[]): Promise<string> {
    let tail: Uint8Array = new Uint8Array()
    for (const message of messages)
      await database.execProtocolRawStream(message, {
        onRawData: (data) => {
          tail = data.length >= 6 ? data.slice(-6) : Buffer.concat([tail, data]).subarray(-6)
          if (client.socket.writable) client.socket.write(Buffer.from(data))
        },
      })
    return tail[0] === 0x5a && tail[4] === 5 ? String.fromCharCode(tail[5] ?? 0) : ''
  }

  /** Rolls back a leaving client's open transaction, which would lock out all others. */
  async function rollBackClient(client: Client): Promise<void> {
    if (owner === client) owner = null
    await database.runExclusive(() => database.execProtocolRaw(queryMessage('ROLLBACK')))
  }

  function accept(socket: Socket): void {
    const client: Client = { socket, frames: new FrameReader(), pendingMessages: [], open: true }
    clients.add(client)
    socket.setNoDelay(true)
    socket.on('data', (data) => {
      for (const frame of client.frames.push(data)) receive(client, frame)
      void processQueue()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clients.delete(client)
      client.open = false
      for (let index = waiting.length - 1; index >= 0; index--)
        if (waiting[index]?.client === client) waiting.splice(index, 1)
      // If its messages are running, their end cleans up.
      if (owner === client && !running) void rollBackClient(client).then(processQueue)
    })
  }

  function receive(client: Client, { type, bytes }: Frame): void {
    if (type === sslRequest) return void client.socket.write('N')
    if (type === cancelRequest || type === 'X') return void client.socket.end()
    client.pendingMessages.push(bytes)
    if (!awaitsResponse.has(type)) return
    waiting.push({ client, messages: client.pendingMessages })
    client.pendingMessages = []
  }

  const server: Server = createServer(accept)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () =>
      resolve({
        async stop() {
          const closed = new Promise<void>((done) => server.close(() => done()))
          for (const { socket } of clients) socket.destroy()
          await closed
        },
      }),
    )
  })
}
