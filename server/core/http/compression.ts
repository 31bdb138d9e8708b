import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

type Encoding = 'br' | 'gzip'

/** Bytes; a smaller body fits into one packet anyway. */
const smallestBody = 1024
const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)|image\/svg\+xml)/

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Compresses text responses over 1 KB for clients that accept it. Streams (exports, pictures, progress) and bodies
 * compressed by a route pass unchanged. Leaks no secret (BREACH): tokens are in headers, not in pages.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || reply.hasHeader('content-encoding'))
      return payload
    const answer = { bytes: Buffer.byteLength(payload), type: String(reply.getHeader('content-type') ?? '') }
    if (!isWorthCompressing(answer)) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress(payload, encoding)
  })
}

export const isWorthCompressing = (answer: { bytes: number; type: string }): boolean =>
  answer.bytes > smallestBody && textTypes.test(answer.type)

/** Compresses on the thread pool. Brotli's level 4 is about as fast as gzip and a tenth smaller. */
export function compress(body: string | Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return toGzip(body)
  return toBrotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body) },
  })
}

export function acceptedEncoding(header: string | null | undefined): Encoding | null {
  const named = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const allows = (name: string) =>
    named.some((part) => part.split(';')[0]?.trim() === name && !/;\s*q=0(?:\.0*)?\s*$/.test(part))
  return allows('br') ? 'br' : allows('gzip') ? 'gzip' : null
}
