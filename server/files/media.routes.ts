import type { RouteModule } from '../http/parts.ts'

/** Pictures of reviews and nothing else that lies in the same place: uploads and exports have other keys. */
const pictureKey = /^[0-9a-f-]{36}\/[0-9a-f]{64}\/(small|medium|large)$/

/** Public pictures under /media/. A key is a hash of the bytes, so what it names never changes. */
export const mediaRoutes: RouteModule = (app, { deps }) => {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const key = request.params['*']
    const etag = `"${key.slice(-80).replace('/', '-')}"`
    const file = pictureKey.test(key) ? await deps.files.get(key) : null
    if (!file || !file.contentType.startsWith('image/')) return reply.status(404).type('text/plain').send('Not found')
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
      'content-security-policy': `default-src 'none'; sandbox`,
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.headers['if-none-match'] === etag) {
      file.stream.destroy()
      return reply.status(304).send()
    }
    return reply.type(file.contentType).header('content-length', file.size).send(file.stream)
  })
}
