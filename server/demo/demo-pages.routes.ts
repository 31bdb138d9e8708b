import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { NotFound, parse } from '../core/errors.ts'
import type { RouteModule } from '../core/http/parts.ts'
import { demoAsset, isDemoAsset, type DemoAsset } from './assets.ts'
import { billingRoutes } from './billing/billing.routes.ts'
import { demoShop } from './demo-api.routes.ts'
import { installRoutes } from './install/install.routes.ts'
import { mailboxRoutes } from './mailbox.routes.ts'
import { localeOf } from './locale.ts'
import { listDemoOrders } from './orders/orders.ts'
import { sendPage, type CreatePageContext, type PageRoutes } from './page-routes.ts'
import { adminPage } from './pages/admin-page.ts'
import { demoPicture, pictureSizes } from './pictures.ts'
import { signedIn } from './store/shopper.ts'
import { shopperRoutes } from './store/shopper.routes.ts'
import { storeShop } from './store/store-shop.ts'
import { codeRoutes, storeRoutes } from './store/store.routes.ts'

const shownOrders = 12
const listedShops = 20

export const demoPageRoutes: RouteModule = async (app, parts) => {
  const { deps } = parts
  const db = deps.access.acrossShops('the demo platform')

  const around: CreatePageContext = async (request, place, inView) => {
    const shop = inView ?? (await storeShop(parts, request))
    const [orders, mails, shops] = await Promise.all([
      listDemoOrders(db, shop.shopifyDomain, shownOrders),
      db.demoMail.count(),
      db.shop.findMany({
        orderBy: { createdAt: 'asc' },
        take: listedShops,
        select: { shopifyDomain: true, name: true },
      }),
    ])
    const shopper = signedIn(deps.env.SHOPIFY_API_SECRET, request)?.name ?? null
    const path = new URL(request.url, 'http://x').pathname
    return { locale: localeOf(request), shop, shops, now: deps.now(), orders, mails, shopper, path, place }
  }

  app.get('/demo', async (_request, reply) => reply.redirect('/demo/store'))

  assetRoutes({ app, parts, around })
  adminRoutes({ app, parts, around })
  billingRoutes({ app, parts, around })
  installRoutes({ app, parts, around })
  for (const routes of [storeRoutes, codeRoutes, shopperRoutes, mailboxRoutes]) await routes({ app, parts, around })
}

function assetRoutes({ app, parts }: PageRoutes): void {
  app.get('/demo/app-bridge.js', async (request, reply) => sendAsset({ request, reply }, demoAsset('app-bridge.js')))
  app.get<{ Params: { name: string } }>('/demo/assets/:name', async (request, reply) => {
    const { name } = request.params
    if (name === 'icon.svg') return sendAsset({ request, reply }, appIcon)
    if (!isDemoAsset(name)) throw new NotFound()
    return sendAsset({ request, reply }, demoAsset(name))
  })
  app.get<{ Params: { name: string } }>('/demo/pictures/:name', async (request, reply) => {
    const [, handle = '', edge = ''] = /^([a-z-]+)-(\d+)\.webp$/.exec(request.params.name) ?? []
    const size = pictureSizes.find((known) => String(known) === edge)
    const picture = size ? await demoPicture(parts.deps.files, handle, size) : null
    if (!picture) throw new NotFound()
    reply.headers({
      etag: picture.etag,
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return request.headers['if-none-match'] === picture.etag
      ? reply.status(304).send()
      : reply.type('image/webp').send(picture.bytes)
  })
}

function adminRoutes({ app, parts, around }: PageRoutes): void {
  const db = parts.deps.access.acrossShops('the demo platform')
  const admin = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = parse(z.record(z.string(), z.union([z.string(), z.array(z.string())])), request.query)
    const asked =
      typeof query.shop === 'string' ? await db.shop.findUnique({ where: { shopifyDomain: query.shop } }) : null
    const shop = asked ?? (await demoShop(parts))
    const surroundings = await around(request, 'admin', shop)
    const inside = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        name === 'shop' ? [] : [value].flat().map((each) => [name, each]),
      ),
    )
    const handle = shop.shopifyDomain.split('.')[0] ?? ''
    for (const [name, value] of Object.entries({
      embedded: '1',
      shop: shop.shopifyDomain,
      host: btoa(`admin.shopify.com/store/${handle}`),
      locale: surroundings.locale,
    }))
      inside.set(name, value)
    const path = new URL(request.url, 'http://x').pathname.replace(/^\/demo\/admin/, '/embed')
    return sendPage(reply, adminPage(surroundings, { frameUrl: `${path}?${inside.toString()}` }))
  }
  app.get('/demo/admin', admin)
  app.get('/demo/admin/*', admin)
}

const appIcon: DemoAsset = {
  type: 'image/svg+xml',
  etag: '"icon-1"',
  body: readFileSync(resolve(import.meta.dirname, '../../client/brand/icon.svg'), 'utf8'),
}

function sendAsset(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { type, etag, body }: DemoAsset,
): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache' })
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.type(type).send(body)
}
