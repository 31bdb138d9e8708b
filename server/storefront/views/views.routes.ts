import type { RouteModule } from '../../core/http/parts.ts'
import { isStorefrontActive } from '../widgets/cached-response.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'
import { countSeen, isBot, isFlood, readSeen } from './views.ts'

/** Pages send about a hundred bytes. */
const largestBody = 2 * 1024

/**
 * POST /storefront/{shopDomain}/views: a page's script reports views once. Plain text avoids a CORS preflight. Sets no
 * cookie and stores nothing about the sender. The response is always the same.
 */
export const viewRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: largestBody }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(null, null)
    }
  })
  // Set before the body is read, so that pages can read refusals, too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })
  app.post<{ Params: { shopDomain: string } }>(
    '/storefront/:shopDomain/views',
    { bodyLimit: largestBody },
    async (request, reply) => {
      const ctx = await createShopperContext(parts, request.params.shopDomain)
      const seen = readSeen(request.body)
      if (
        isStorefrontActive(ctx) &&
        seen &&
        seen.widgets.length > 0 &&
        !isBot(request.headers['user-agent']) &&
        !isFlood(ctx.shop.id, readClientNetwork(request.ip))
      )
        await countSeen(ctx, seen)
      return reply.status(204).send()
    },
  )
}
