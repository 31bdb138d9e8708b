import { makeContext } from '../context.ts'
import { Unauthenticated } from '../errors.ts'
import { webhookTopics } from '../webhook-topics.ts'
import type { RouteModule } from './parts.ts'

/** Signed events of the platform (goal R6): verified on the raw bytes, each webhook id has one effect, answered at once. */
export const webhookRoutes: RouteModule = (app, { deps, shops }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/webhooks/shopify', async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const webhook = deps.platform.verifyWebhook(raw, request.headers)
    if (!webhook) throw new Unauthenticated()
    const shop = await shops.byDomain(webhook.shopDomain)
    const apply = webhookTopics[webhook.topic]
    if (!shop || !apply) return reply.status(200).send({ success: true })
    await apply(makeContext(deps, shop, { kind: 'platform' }), webhook)
    return reply.status(200).send({ success: true })
  })
}
