import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Parts } from '../../core/http/parts.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { demoShop } from '../demo-api.routes.ts'
import { sessionCookieOf } from './shopper.ts'

const cookie = 'candor-demo-shop'

const askedShop = ({ query }: FastifyRequest): string | null => {
  const { shop } = query as { shop?: unknown }
  return typeof shop === 'string' ? shop : null
}

const keptShop = ({ headers }: FastifyRequest): string | null =>
  new RegExp(`(?:^|; )${cookie}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1] ?? null

/** Returns the shop whose store a visitor sees: of `?shop=`, else of the cookie, else the demo's first. */
export async function storeShop(parts: Pick<Parts, 'deps' | 'shops'>, request: FastifyRequest): Promise<Shop> {
  for (const domain of [askedShop(request), keptShop(request)]) {
    const shop = domain === null ? null : await parts.shops.findByDomain(domain)
    if (shop) return shop
  }
  return demoShop(parts)
}

/** Keeps the shop of `?shop=` in a cookie. A change of shops signs the shopper out. */
export function keepStoreShop(app: FastifyInstance, parts: Parts): void {
  app.addHook('onRequest', async (request, reply) => {
    const asked = askedShop(request)
    if (asked === null || !request.url.startsWith('/demo/store') || asked === keptShop(request)) return
    if (!(await parts.shops.findByDomain(asked))) return
    reply.header('set-cookie', [
      `${cookie}=${asked}; Path=/demo; HttpOnly; SameSite=Lax`,
      sessionCookieOf(parts.deps.env.SHOPIFY_API_SECRET, null),
      'candor-demo-shopper=; Path=/demo/store; HttpOnly; SameSite=Lax; Max-Age=0',
    ])
  })
}
