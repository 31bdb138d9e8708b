import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { formatMessage } from '../../rules/messages.ts'
import type { RouteModule } from '../core/http/parts.ts'
import { isTemporary } from '../core/background/temporary-errors.ts'
import { CommandEnd, type CommandOutput } from './command-output.ts'
import { largestSentBytes, orderHeader, operatorPaths, reviewsTrailer, type CommandMessage } from './messages.ts'

/**
 * Serves operator commands for the embedded database, which no other process can open. Only the server at the data
 * folder's socket (`serve.ts`) has these routes; the public server has none (decision 0028).
 */
export const operatorRoutes: RouteModule = (app, parts) => {
  const { deps } = parts
  // The body is the file, of any size.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

  app.get(operatorPaths.alive, async (_request, reply) => reply.status(204).send())

  app.post(operatorPaths.import, async (request, reply) => {
    // Loaded on demand: few servers ever get a command.
    const { importOrder, runImportOrder } = await import('./import-order.ts')
    const order = importOrder.parse(readOrder(request))
    const bytes = await readBytes(request)
    const out = new PassThrough()
    const tell = (message: CommandMessage): void => void out.write(`${JSON.stringify(message)}\n`)
    const teller: CommandOutput = {
      print: (line) => tell({ print: line }),
      note: (line) => tell({ note: line }),
      progress: (done, total) => tell({ done, total }),
    }
    const gone = new AbortController()
    reply.raw.on('close', () => gone.abort())
    void runImportOrder(parts, { order, bytes, teller, stopSignal: AbortSignal.any([deps.stopping, gone.signal]) })
      .then(
        (code) => tell({ code }),
        (error: unknown) => tell(endOf(error)),
      )
      .finally(() => out.end())
    return reply.type('application/x-ndjson').header('cache-control', 'no-store').send(out)
  })

  app.get(operatorPaths.export, async (request, reply) => {
    try {
      const { exportOrder, runExportOrder } = await import('./export-order.ts')
      const { rows, contentOf, reviews } = await runExportOrder(parts, exportOrder.parse(readOrder(request)))
      // Breaks the connection when the process stops, so that a truncated file is not taken for a whole one.
      const content = addAbortSignal(deps.stopping, contentOf(rows))
      return await reply
        .trailer(reviewsTrailer, async () => String(reviews()))
        .type('application/octet-stream')
        .header('cache-control', 'no-store')
        .send(content)
    } catch (error) {
      return reply.status(409).send(endOf(error))
    }
  })

  function endOf(error: unknown): CommandMessage {
    if (error instanceof CommandEnd) return { code: error.code, sentence: error.message }
    deps.log.error({ err: error }, 'a command of the operator')
    return {
      code: 1,
      sentence: isTemporary(error)
        ? `The database cannot be asked any more: ${(error as Error).message}`
        : formatMessage('unexpected'),
    }
  }
}

const readOrder = ({ headers }: FastifyRequest): unknown =>
  JSON.parse(Buffer.from(String(headers[orderHeader]), 'base64url').toString())

/** Reads the file into one buffer, allocated once. */
async function readBytes({ headers, body }: FastifyRequest): Promise<Uint8Array> {
  const length = Number(headers['content-length'])
  if (!(body instanceof Readable) || !(length <= largestSentBytes))
    throw new Error('A command came without its file, or with too large a one.')
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for await (const piece of body as AsyncIterable<Buffer>) at += piece.copy(bytes, at)
  if (at < length) throw new Error('The file of a command was cut off.')
  return bytes
}
