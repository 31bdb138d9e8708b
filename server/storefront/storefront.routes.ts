import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { NotFound } from '../errors.ts'
import type { Parts, RouteModule } from '../http/parts.ts'
import { assets, type Asset, type AssetName } from './assets.ts'
import { forgetAll, forgetProduct } from './page-cache.ts'
import { boxAnswer, reviewsAnswer, type Answer } from './storefront.ts'

interface Place {
  Params: { shopDomain: string; handle: string }
}

/** Public reads of the storefront: open to every origin, since a shop's own pages and headless clients ask from theirs. */
export const storefrontRoutes: RouteModule = (app, parts) => {
  parts.pubsub.onWake((shopId, topic, id) => {
    if (topic === 'product') forgetProduct(shopId, id)
  })
  parts.pubsub.onLost(forgetAll)

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  })
  app.options('/storefront/*', async (_request, reply) =>
    reply.status(204).headers({ 'access-control-allow-methods': 'GET, POST', 'access-control-allow-headers': 'content-type, if-none-match', 'access-control-max-age': '86400' }).send())

  app.get<Place>('/storefront/:shopDomain/products/:handle/reviews', async (request, reply) => {
    const ctx = await shopperContext(parts, request.params.shopDomain)
    const answer = await reviewsAnswer(ctx, { handle: request.params.handle, query: request.query })
    return sendAnswer({ request, reply }, answer, 'application/json; charset=utf-8')
  })
  app.get<Place>('/storefront/:shopDomain/products/:handle/box', async (request, reply) => {
    const ctx = await shopperContext(parts, request.params.shopDomain)
    const answer = await boxAnswer(ctx, { handle: request.params.handle, query: request.query })
    return sendAnswer({ request, reply }, answer, 'text/html; charset=utf-8')
  })

  for (const name of Object.keys(assets()) as AssetName[]) {
    const asset = assets()[name]
    app.get(`/storefront/${name}`, async (request, reply) => sendAsset({ request, reply }, asset, 'public, max-age=300, must-revalidate'))
  }
  app.get<{ Params: { name: string } }>('/storefront/assets/:name', async (request, reply) => {
    const asset = Object.values(assets()).find(({ name }) => name === request.params.name)
    if (!asset) throw new NotFound()
    return sendAsset({ request, reply }, asset, 'public, max-age=31536000, immutable')
  })
}

/** The shop of a public address. @throws NotFound, the same for a shop that is no shop and one that left */
export async function shopperContext(parts: Parts, shopDomain: string): Promise<Ctx> {
  const shop = parts.deps.platform.isShopDomain(shopDomain) ? await parts.shops.byDomain(shopDomain) : null
  if (!shop) throw new NotFound()
  return parts.contextOf(shop, { kind: 'shopper' })
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

function sendAnswer(exchange: Exchange, answer: Answer, type: string): FastifyReply {
  return send(exchange, answer, { type, cacheControl: 'public, no-cache' })
}

function sendAsset(exchange: Exchange, asset: Asset, cacheControl: string): FastifyReply {
  return send(exchange, asset, { type: asset.type, cacheControl })
}

function send({ request, reply }: Exchange, answer: Answer, { type, cacheControl }: { type: string; cacheControl: string }): FastifyReply {
  const { etag } = answer
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  reply.type(type)
  const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  return zipped ? reply.header('content-encoding', 'gzip').send(answer.gzip) : reply.send(answer.body)
}
