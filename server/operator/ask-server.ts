import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { Env } from '../core/env.ts'
import { CommandEnd, type CommandOutput } from './command-output.ts'
import { findOperatorSocket, type OperatorSocket } from './operator-socket.ts'
import type { ExportOrder } from './export-order.ts'
import type { ImportOrder } from './import-order.ts'
import { largestSentBytes, orderHeader, operatorPaths, reviewsTrailer, type CommandMessage } from './messages.ts'

const aliveMs = 5_000
const stopped = 'The server has stopped.'

/** Returns the socket of the running server with this folder's embedded database, or null. */
export async function findServer({ DATABASE_URL, DATA_DIR }: Env): Promise<OperatorSocket | null> {
  const operatorSocket = DATABASE_URL === undefined ? findOperatorSocket(DATA_DIR) : null
  if (!operatorSocket) return null
  const answer = await sendRequest(operatorSocket, { path: operatorPaths.alive, timeout: aliveMs }).catch(() => null)
  answer?.resume()
  return answer?.statusCode === 204 ? operatorSocket : null
}

/**
 * Sends an import to the running server, streaming the file. Returns the exit code.
 * @throws CommandEnd with the server's sentence, or with ours when the server is gone
 */
export async function importByServer(
  operatorSocket: OperatorSocket,
  { order, path, teller }: { order: ImportOrder; path: string; teller: CommandOutput },
): Promise<number> {
  const { size } = await stat(path)
  if (size > largestSentBytes)
    throw new CommandEnd(
      `${path} has more than ${String(largestSentBytes / 1024 / 1024)} MB, the limit while a server is running. Stop the server and run the command again.`,
    )
  if (!order.json) teller.note('The running server does the import. It continues there if you stop this command.')
  const headers = { ...orderHeaders(order), 'content-type': 'application/octet-stream', 'content-length': size }
  const answer = await sendRequest(operatorSocket, { method: 'POST', path: operatorPaths.import, headers }, path).catch(
    () => null,
  )
  if (answer?.statusCode !== 200) throw new CommandEnd(answer ? 'The server refused the command.' : stopped)
  try {
    for await (const line of createInterface({ input: answer })) {
      const message = JSON.parse(line) as CommandMessage
      if ('code' in message) return readExitCode(message)
      if ('done' in message) teller.progress(message.done, message.total)
      else if ('print' in message) teller.print(message.print)
      else teller.note(message.note)
    }
  } catch (error) {
    if (error instanceof CommandEnd) throw error
  }
  throw new CommandEnd(`${stopped} A started import continues when the server starts again, or with the same command.`)
}

interface ServedExport {
  content: AsyncGenerator<Buffer>
  /** Number of reviews, once the content has ended. */
  reviews(): number
}

/** @throws CommandEnd with the server's sentence; while reading the content, when the server is gone */
export async function exportByServer(operatorSocket: OperatorSocket, order: ExportOrder): Promise<ServedExport> {
  const answer = await sendRequest(operatorSocket, { path: operatorPaths.export, headers: orderHeaders(order) }).catch(
    () => null,
  )
  if (!answer) throw new CommandEnd(stopped)
  if (answer.statusCode === 409) readExitCode(JSON.parse(await text(answer)) as CommandMessage)
  if (answer.statusCode !== 200) throw new CommandEnd('The server refused the command.')
  return { content: readToEnd(answer), reviews: () => Number(answer.trailers[reviewsTrailer]) }
}

async function* readToEnd(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>
  } catch {
    throw new CommandEnd(stopped)
  }
}

const orderHeaders = (order: object) => ({ [orderHeader]: Buffer.from(JSON.stringify(order)).toString('base64url') })

function readExitCode(message: CommandMessage): number {
  if (!('code' in message)) throw new CommandEnd('This command does not understand the answer of the server.')
  const { code, sentence } = message
  if (code === 0 || code === 4) return code
  throw new CommandEnd(sentence ?? '', code)
}

async function sendRequest(
  { socketPath }: OperatorSocket,
  options: RequestOptions,
  path?: string,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asked = request({ ...options, socketPath: socketPath, agent: new Agent({ keepAlive: false }) }, resolve)
  asked.on('error', reject)
  asked.on('timeout', () => asked.destroy(new Error("The server doesn't respond.")))
  if (path) pipeline(createReadStream(path), asked).catch(reject)
  else asked.end()
  return promise
}
