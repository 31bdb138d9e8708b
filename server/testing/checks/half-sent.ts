import { connect, type Socket } from 'node:net'
import type { World } from '../world.ts'

/** A request whose body a test completes later. */
export interface HalfSent {
  sendTheRest(): void
  /** Everything received until the connection closes. */
  answer: Promise<string>
  socket: Socket
}

interface Post {
  path: string
  contentType: string
  body: string
  first: number
}

/** Posts only the first part of a body as the world's merchant; resolves when the server received it. */
export async function halfSent(world: World, { path, contentType, body, first }: Post): Promise<HalfSent> {
  const received = Promise.withResolvers<string>()
  const port = Number(new URL(await world.url()).port)
  const read = new Promise((tell) => world.app.http.server.once('request', tell))
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => received.resolve(text))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: candor.test\r\nConnection: close\r\nx-auth-token: ${world.token}\r\ncontent-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, first)}`,
  )
  await read
  return { sendTheRest: () => socket.write(body.slice(first)), answer: received.promise, socket }
}
