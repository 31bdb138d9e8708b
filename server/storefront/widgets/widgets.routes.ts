import { basename } from 'node:path'
import { maxPagePathChars } from '../../../rules/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import type { Parts, RouteModule } from '../../core/http/parts.ts'
import { OPTIONAL_STYLES } from '../../../client/storefront/widgets/box/box-style.ts'
import { stylesOf, WIDGETS, WIDGET_KEYS, type Widget } from '../../../client/storefront/widgets/widgets.ts'
import type { CachedResponse } from './cached-response.ts'
import { buildAsset, assetsByName, liveModulePath, styleText, type Asset } from '../../core/pages/assets.ts'
import { fontFile, fontSheet } from '../../core/pages/fonts.ts'
import { forgetAll, forgetProduct, readThroughUrlCache } from './pages/page-cache.ts'
import { readSignedCustomer } from './shopper-proof.ts'
import { emptyFragment, withLocale, isPersonal, isWidgetKey, renderFragment } from './widgets.ts'

interface Fragment {
  Params: { shopDomain: string; key: string }
  Querystring: Record<string, unknown>
}

/** Public reads of the storefront, open to every origin for shop pages and headless clients. */
export const storefrontRoutes: RouteModule = (app, parts) => {
  parts.pubsub.onNotification((shopId, topic, id) => {
    if (topic === 'product') forgetProduct(shopId, id)
  })
  parts.pubsub.onLost(forgetAll)

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  })
  app.options('/storefront/*', async (_request, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type, if-none-match',
        'access-control-max-age': '86400',
      })
      .send(),
  )

  app.get<Fragment>('/storefront/:shopDomain/widgets/:key', { onRequest: requireShortPath }, async (request, reply) => {
    const { shopDomain, key } = request.params
    const shop = await findShop(parts, shopDomain)
    const isOwn = isWidgetKey(key) && isPersonal(key)
    const make = async (shop: Shop) => {
      const ctx = withLocale(parts.contextOf(shop, { kind: 'shopper' }), request.query['locale'])
      const customer = isOwn ? (readSignedCustomer(parts, ctx, request) ?? undefined) : undefined
      return renderFragment(ctx, key, { query: request.query, customer })
    }
    const answer = !shop
      ? emptyFragment
      : isOwn
        ? await make(shop)
        : await readThroughUrlCache(shop, request.url, () => make(shop))
    return sendResponse({ request, reply }, answer, {
      type: 'text/html; charset=utf-8',
      ...(isOwn && { cacheControl: 'private, no-store' }),
    })
  })

  for (const asset of widgetFiles())
    app.get(`/storefront/widgets/${asset.name}`, async (request, reply) =>
      sendAsset({ request, reply }, asset, 'public, max-age=300, must-revalidate'),
    )
  app.get<{ Params: { name: string } }>('/storefront/fonts/:name', async (request, reply) => {
    const { name } = request.params
    const asset = name.endsWith('.css') ? fontSheet(name.slice(0, -'.css'.length)) : fontFile(name)
    if (!asset) throw new NotFound()
    return sendAsset(
      { request, reply },
      asset,
      name.endsWith('.css') ? 'public, max-age=300, must-revalidate' : 'public, max-age=31536000, immutable',
    )
  })
  const byName = assetsByName()
  const byStem = new Map([...byName.values()].map((asset) => [stemOf(asset.name), asset]))
  app.get<{ Params: { name: string } }>('/storefront/assets/:name', async (request, reply) => {
    const { name } = request.params
    const asset = byName.get(name)
    if (!asset) {
      // A theme keeps HTML of the previous release until it is rewritten.
      const current = byStem.get(stemOf(name))
      if (!current) throw new NotFound()
      return reply.header('cache-control', 'public, max-age=300').redirect(`/storefront/assets/${current.name}`)
    }
    return sendAsset({ request, reply }, asset, 'public, max-age=31536000, immutable')
  })
}

/** @throws InvalidInput */
async function requireShortPath({ query }: FastifyRequest<Fragment>): Promise<void> {
  const { path } = query
  if (typeof path === 'string' && path.length > maxPagePathChars)
    throw new InvalidInput({ path: { code: 'fillAtMost', params: { max: maxPagePathChars } } })
}

const stemOf = (name: string): string => name.replace(/-(?:[\w-]{8}|[\da-f]{12})(?=\.\w+$)/, '')

/** A widget's files at stable addresses, for pages that load its fragment. */
function widgetFiles(): Asset[] {
  return WIDGET_KEYS.flatMap((key) => {
    const { hasOptionalStyles }: Widget = WIDGETS[key]
    // These addresses are the same for all shops, so they contain every theme.
    const looks = hasOptionalStyles ? OPTIONAL_STYLES : (['looks/icons'] as const)
    return [
      buildAsset(`${key}.css`, Buffer.from(styleText([...new Set([...stylesOf([key]), ...looks])]))),
      buildAsset(`${key}.js`, Buffer.from(`import '../assets/${basename(liveModulePath())}'`)),
    ]
  })
}

const findShop = async ({ deps, shops }: Parts, shopDomain: string): Promise<Shop | null> =>
  deps.platform.isShopDomain(shopDomain) ? shops.findByDomain(shopDomain) : null

/** Uses the shop cache. @throws NotFound, the same for an unknown shop and one that left */
export async function requireShopperShop(parts: Parts, shopDomain: string): Promise<Shop> {
  const shop = await findShop(parts, shopDomain)
  if (!shop) throw new NotFound()
  return shop
}

/** Creates a shopper's context for a public address. @throws NotFound as requireShopperShop() */
export const createShopperContext = async (parts: Parts, shopDomain: string): Promise<Ctx> =>
  parts.contextOf(await requireShopperShop(parts, shopDomain), { kind: 'shopper' })

/** Browsers revalidate each time, which costs a 304. */
const shared = 'public, no-cache'
/** Shared caches (RFC 9213) may serve a response for one second, and 30 more while they revalidate. */
const sharedCaches = 'public, max-age=1, stale-while-revalidate=30'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

function sendAsset(exchange: Exchange, asset: Asset, cacheControl: string): FastifyReply {
  return sendResponse(exchange, asset, { type: asset.type, cacheControl })
}

/** Sends a public response with its ETag, or 304. Without `cacheControl`, caches may store it. */
export function sendResponse(
  { request, reply }: Exchange,
  answer: CachedResponse,
  { type, cacheControl = shared }: { type: string; cacheControl?: string },
): FastifyReply {
  const { etag } = answer
  reply.headers({
    etag,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    ...(cacheControl === shared && { 'cdn-cache-control': sharedCaches }),
  })
  if (request.method !== 'POST' && request.headers['if-none-match'] === etag) return reply.status(304).send()
  reply.type(type)
  const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  return zipped ? reply.header('content-encoding', 'gzip').send(answer.gzip) : reply.send(answer.body)
}
