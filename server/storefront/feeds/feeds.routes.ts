import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { LimitReached, NotFound } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { isFeedOpen, openFeed, readFeedAddress, recordFeedRead } from './feeds.ts'

interface FeedRequest {
  Params: { feed: string; file: string }
}

/** GET /feeds/{feed}/{token}: other services fetch the shop's reviews. The signed address is the permission. */
export const feedRoutes: RouteModule = (app, parts) => {
  const limit = parts.postLimits('feed')
  app.get<FeedRequest>('/feeds/:feed/:file', { exposeHeadRoute: false }, async (request, reply) => {
    const token = readFeedAddress(parts.deps.signer, request.params)
    const shop =
      token &&
      (await parts.deps.access
        .acrossShops('find the shop of a public address')
        .shop.findUnique({ where: { id: token.shopId } }))
    if (!token || !shop || !isFeedOpen(shop, token)) throw new NotFound('linkInvalid')
    // Limited, because a full feed reads every review of the shop.
    const over = await limit(`${shop.id} ${token.feed}`)
    if (over) throw new LimitReached('tooManyAttempts', { resetsAt: over })
    const ctx = parts.contextOf(shop, { kind: 'system', name: 'feed' })
    const { contentType, chunks } = openFeed(ctx, token.feed)
    await recordFeedRead(ctx, token.feed)
    reply.type(contentType).headers({ 'cache-control': 'no-store', vary: 'accept-encoding', 'x-robots-tag': 'noindex' })
    const stream = Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 })
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(stream)
    const zip = createGzip()
    stream.once('error', (error) => zip.destroy(error))
    zip.once('close', () => stream.destroy())
    return reply.header('content-encoding', 'gzip').send(stream.pipe(zip))
  })
}
