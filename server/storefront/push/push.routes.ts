import { LimitReached, Unauthenticated } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { findAsset } from '../../core/pages/assets.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import { subscribe } from '../../requests/push/subscriptions.ts'

interface Place {
  Params: { shopDomain: string }
}

/** The push prompt's service worker and subscriptions, under the path that the platform forwards. */
export const pushRoutes: RouteModule = (app, { deps, postLimits, ...parts }) => {
  const worker = findAsset('push-worker.ts')
  const limit = postLimits('push-subscription')

  app.get<Place>('/storefront/:shopDomain/push/worker.js', async (_request, reply) =>
    reply
      .type(worker.type)
      .headers({ 'cache-control': 'public, max-age=300, must-revalidate', etag: worker.etag })
      .send(worker.body),
  )

  app.post<Place>('/storefront/:shopDomain/push/subscriptions', async (request, reply) => {
    const ctx = await createShopperContext({ deps, postLimits, ...parts }, request.params.shopDomain)
    const call = deps.platform.verifyProxy(new URL(request.url, ctx.origin).searchParams)
    // Only the platform's signature proves the customer.
    if (call?.shopDomain !== ctx.shop.shopifyDomain || !call.customerId) throw new Unauthenticated()
    const over = await limit(`${ctx.shop.id} ${call.customerId}`)
    if (over) throw new LimitReached('tooManyAttempts', { resetsAt: over })
    await subscribe(ctx, call.customerId, request.body)
    return reply.status(201).header('cache-control', 'no-store').send({ success: true })
  })
}
