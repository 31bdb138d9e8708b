import { basename } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { NotFound } from '../errors.ts'
import type { Parts, RouteModule } from '../http/parts.ts'
import { scriptsOf, stylesOf, WIDGET_KEYS } from '../../client/storefront/widgets/widgets.ts'
import type { Answer } from './answers.ts'
import { assetOf, assetsByName, scriptPaths, styleText, type Asset } from './assets.ts'
import { readFont } from './fonts.ts'
import { forgetAll, forgetProduct } from './page-cache.ts'
import { reviewsAnswer } from './public-reviews.ts'
import { signedCustomer } from './shopper-proof.ts'
import { emptyFragment, isPersonal, isWidgetKey, widgetAnswer } from './storefront.ts'

interface Place {
  Params: { shopDomain: string; handle: string }
}

interface Fragment {
  Params: { shopDomain: string; key: string }
  Querystring: Record<string, unknown>
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
  app.get<Fragment>('/storefront/:shopDomain/widgets/:key', async (request, reply) => {
    const { shopDomain, key } = request.params
    const ctx = await findContext(parts, shopDomain)
    const isOwn = isWidgetKey(key) && isPersonal(key)
    const customer = ctx && isOwn ? signedCustomer(parts, ctx, request) ?? undefined : undefined
    const answer = ctx ? await widgetAnswer(ctx, key, { query: request.query, customer }) : emptyFragment
    return send({ request, reply }, answer, { type: 'text/html; charset=utf-8', cacheControl: isOwn ? 'private, no-store' : shared })
  })

  app.get<{ Params: { name: string } }>('/storefront/fonts/:name', async (request, reply) => {
    const font = await readFont(request.params.name)
    if (!font) throw new NotFound()
    return reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(font)
  })

  for (const asset of widgetFiles()) app.get(`/storefront/widgets/${asset.name}`, async (request, reply) => sendAsset({ request, reply }, asset, 'public, max-age=300, must-revalidate'))
  const byName = assetsByName()
  app.get<{ Params: { name: string } }>('/storefront/assets/:name', async (request, reply) => {
    const asset = byName.get(request.params.name)
    if (!asset) throw new NotFound()
    return sendAsset({ request, reply }, asset, 'public, max-age=31536000, immutable')
  })
}

/** What a widget loads, at addresses that stay: for pages that ask for its fragment. */
function widgetFiles(): Asset[] {
  return WIDGET_KEYS.flatMap((key) => {
    const script = scriptPaths(scriptsOf([key])).map((path) => `import '../assets/${basename(path)}'`).join('\n')
    return [assetOf(`${key}.css`, Buffer.from(styleText(stylesOf([key])))), ...(script ? [assetOf(`${key}.js`, Buffer.from(script))] : [])]
  })
}

/** The shop of a public address; null for one that is no shop. */
async function findContext(parts: Parts, shopDomain: string): Promise<Ctx | null> {
  const shop = parts.deps.platform.isShopDomain(shopDomain) ? await parts.shops.byDomain(shopDomain) : null
  return shop && parts.contextOf(shop, { kind: 'shopper' })
}

/** The shop of a public address. @throws NotFound, the same for a shop that is no shop and one that left */
export async function shopperContext(parts: Parts, shopDomain: string): Promise<Ctx> {
  const ctx = await findContext(parts, shopDomain)
  if (!ctx) throw new NotFound()
  return ctx
}

const shared = 'public, no-cache'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

function sendAnswer(exchange: Exchange, answer: Answer, type: string): FastifyReply {
  return send(exchange, answer, { type, cacheControl: shared })
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
