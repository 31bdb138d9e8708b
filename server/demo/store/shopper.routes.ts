import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotFound } from '../../core/errors.ts'
import { sendPage, type PageRoutes } from '../page-routes.ts'
import { loginPage } from '../pages/account-pages.ts'
import { storeShop } from './store-shop.ts'
import { demoCustomers, proxyPrefix, proxyQuery, sessionCookieOf, signedIn } from './shopper.ts'

/** Sign-in at the demo's store, and the calls that it forwards to the app for the customer. */
export async function shopperRoutes(routes: PageRoutes): Promise<void> {
  signInRoutes(routes)
  await routes.app.register(async (proxy: FastifyInstance) => forwardRoutes(proxy, routes))
}

function signInRoutes({ app, parts, around }: PageRoutes): void {
  const secret = parts.deps.env.SHOPIFY_API_SECRET
  const context = async (request: FastifyRequest) =>
    parts.contextOf(await storeShop(parts, request), { kind: 'shopper' })

  app.get<{ Querystring: { back?: string } }>('/demo/store/login', async (request, reply) => {
    const [surroundings, customers] = await Promise.all([
      around(request, 'store'),
      context(request).then((ctx) => demoCustomers(ctx)),
    ])
    return sendPage(reply, loginPage(surroundings, { customers, back: ownPath(request.query.back) }))
  })

  app.post<{ Body: { customer?: string; back?: string } | undefined }>('/demo/store/login', async (request, reply) => {
    const { customer, back } = request.body ?? {}
    const [shopper] =
      typeof customer === 'string' && customer
        ? await demoCustomers(await context(request), { customerId: customer })
        : []
    if (!shopper) throw new NotFound()
    return reply.header('set-cookie', sessionCookieOf(secret, shopper)).redirect(ownPath(back), 303)
  })

  app.post<{ Body: { back?: string } | undefined }>('/demo/store/logout', async (request, reply) =>
    reply.header('set-cookie', sessionCookieOf(secret, null)).redirect(ownPath(request.body?.back), 303),
  )
}

/** Forwards calls to the app as the platform's proxy does: bodies unread, queries signed. */
function forwardRoutes(proxy: FastifyInstance, { app, parts }: PageRoutes): void {
  const secret = parts.deps.env.SHOPIFY_API_SECRET
  proxy.removeAllContentTypeParsers()
  proxy.addContentTypeParser('*', (_request, body, done) => done(null, body))
  proxy.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: `${proxyPrefix}/*`,
    handler: async (request, reply) => {
      const shop = await storeShop(parts, request)
      const path = request.params['*']
      if (!path.split('/').every((part) => part !== '' && !/^\.+$/.test(part))) throw new NotFound()
      const query = proxyQuery(secret, new URL(request.url, 'http://x').searchParams, {
        shopDomain: shop.shopifyDomain,
        customerId: signedIn(secret, request)?.customerId ?? null,
      })
      const { 'content-type': type, accept, referer } = request.headers
      const answer = await app.inject({
        method: request.method === 'POST' ? 'POST' : 'GET',
        url: `/storefront/${path.split('/').map(encodeURIComponent).join('/')}?${query.toString()}`,
        remoteAddress: request.ip,
        headers: {
          'x-forwarded-for': request.ip,
          ...(type && { 'content-type': type }),
          ...(accept && { accept }),
          ...(referer && { referer }),
        },
        ...(request.method === 'POST' && { payload: request.body as NodeJS.ReadableStream }),
      })
      for (const name of ['content-type', 'cache-control', 'location', 'retry-after'] as const) {
        const value = answer.headers[name]
        if (value !== undefined) reply.header(name, value)
      }
      return reply.status(answer.statusCode).send(answer.rawPayload)
    },
  })
}

/** Returns the path of a store page, never another host. */
const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/demo\/store(?:\/[\w/.-]*)?$/.test(path) ? path : '/demo/store'
