import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteModule } from '../http/parts.ts'
import { rangeOf } from './byte-range.ts'
import type { StoredFile } from './files.ts'

/** Pictures and videos of reviews only; uploads and exports in the same folder have other keys. */
const mediaKey = /^[0-9a-f-]{36}\/[0-9a-f]{64}\/(?:(small|medium|large)|video)$/
const servable = { picture: /^image\//, video: /^video\/(?:mp4|webm)$/ }

interface MediaRequest {
  Params: { '*': string }
}

/**
 * Serves public media under /media/, videos in ranges too. A key is a hash of the bytes, so its content never changes.
 */
export const mediaRoutes: RouteModule = (app, { deps }) => {
  app.get<MediaRequest>('/media/*', async (request, reply) => {
    const key = request.params['*']
    const match = mediaKey.exec(key)
    const isVideo = match !== null && match[1] === undefined
    const picture = match && !isVideo ? await deps.files.get(key) : null
    const known = isVideo ? await deps.files.about(key) : picture
    if (!known || !servable[isVideo ? 'video' : 'picture'].test(known.contentType)) return notFound(reply)
    const etag = `"${key.slice(-80).replace('/', '-')}"`
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
      // A browser shows a video URL in a page of its making.
      'content-security-policy': isVideo
        ? `default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox`
        : `default-src 'none'; sandbox`,
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.headers['if-none-match'] === etag) {
      picture?.stream.destroy()
      return reply.status(304).send()
    }
    if (picture) return reply.type(picture.contentType).header('content-length', picture.size).send(picture.stream)
    return sendVideo(reply, { key, known, range: askedRange(request, { etag, size: known.size }) })
  })

  async function sendVideo(reply: FastifyReply, { key, known, range }: Sending): Promise<FastifyReply> {
    reply.header('accept-ranges', 'bytes')
    if (range === 'none')
      return reply
        .status(416)
        .header('cache-control', 'no-store')
        .header('content-range', `bytes */${known.size}`)
        .send()
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${known.size}`)
    reply.type(known.contentType).header('content-length', range ? range.end - range.start + 1 : known.size)
    // Sends no bytes and reads none, but must not claim an empty file.
    if (reply.request.method === 'HEAD') return reply.send(Readable.from([]))
    const file = await deps.files.get(key, range ?? undefined)
    return file ? reply.send(file.stream) : notFound(reply)
  }
}

function askedRange(
  { headers }: FastifyRequest<MediaRequest>,
  { etag, size }: { etag: string; size: number },
): ReturnType<typeof rangeOf> {
  const condition = headers['if-range']
  return condition === undefined || condition === etag ? rangeOf(headers.range, size) : null
}

interface Sending {
  key: string
  known: Omit<StoredFile, 'stream'>
  range: ReturnType<typeof rangeOf>
}

const notFound = (reply: FastifyReply): FastifyReply =>
  reply
    .status(404)
    .removeHeader('etag')
    .removeHeader('cache-control')
    .removeHeader('content-length')
    .type('text/plain')
    .send('Not found')
