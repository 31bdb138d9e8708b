import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { InvalidInput, NotFound, parse } from '../../core/errors.ts'
import type { Parts } from '../../core/http/parts.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { signCallback } from '../../platform/callback-signature.ts'
import { endCharges } from '../billing/charges.ts'
import { demoShop, webhookTarget } from '../demo-api.routes.ts'
import { mintIdToken } from '../id-token.ts'
import { deliverEvents } from '../orders/order-events.ts'
import { sendPage, type PageRoutes } from '../page-routes.ts'
import { grantPage } from '../pages/grant-page.ts'
import { answerFile } from './bulk-files.ts'
import { dropGrant, makeCode, readGrant, saveGrant } from './grants.ts'

const text = z.string('required').min(1, 'required')
const grantForm = z.object({
  redirectUri: text,
  state: text,
  act: z.enum(['grant', 'cancel'], 'valueInvalid'),
  scopes: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
})

/** The demo platform's part of an installation: its authorize page, its bulk files and its admin's buttons. */
export function installRoutes(routes: PageRoutes): void {
  authorizeRoutes(routes)
  buttonRoutes(routes)
}

function authorizeRoutes({ app, parts, around }: PageRoutes): void {
  const { deps } = parts
  const db = deps.access.acrossShops('the demo platform')
  app.get<{ Params: { shop: string }; Querystring: Record<string, unknown> }>(
    '/demo/shops/:shop/admin/oauth/authorize',
    async (request, reply) => {
      const query = z.object({ client_id: text, scope: text, redirect_uri: text, state: text }).safeParse(request.query)
      const shopDomain = request.params.shop
      if (!query.success || !deps.platform.isShopDomain(shopDomain)) throw new NotFound()
      const { client_id: id, redirect_uri: redirectUri, scope, state } = query.data
      if (id !== deps.platform.apiKey || !redirectUri.startsWith(`${deps.origin}/`)) throw new NotFound()
      const page = await around(request, 'admin', await demoShop(parts))
      return sendPage(reply, grantPage(page, { shopDomain, redirectUri, state, scopes: scope.split(',') }))
    },
  )

  app.post<{ Params: { shop: string } }>('/demo/shops/:shop/grant', async (request, reply) => {
    const { redirectUri, state, act, scopes } = parse(grantForm, request.body ?? {})
    const shopDomain = request.params.shop
    if (!deps.platform.isShopDomain(shopDomain) || !redirectUri.startsWith(`${deps.origin}/`)) throw new NotFound()
    if (act === 'cancel') return reply.redirect('/auth/login', 303)
    await saveGrant(db, shopDomain, scopes)
    const query = new URLSearchParams({
      code: await makeCode(db, shopDomain),
      shop: shopDomain,
      state,
      timestamp: String(Math.floor(Date.now() / 1_000)),
    })
    query.set('hmac', signCallback(deps.env.SHOPIFY_API_SECRET, query))
    return reply.redirect(`${redirectUri}?${query.toString()}`, 303)
  })

  app.get<{ Params: { id: string } }>('/demo/bulk/:id.jsonl', async (request, reply) => {
    const file = await answerFile(db, request.params.id, request.headers.range ?? null)
    return reply
      .status(file.status)
      .type('application/jsonl')
      .send(Buffer.from(await file.arrayBuffer()))
  })
}

/** Install, uninstall and the dialog for optional access, which scripts press by POST. */
function buttonRoutes({ app, parts }: PageRoutes): void {
  const { deps } = parts
  const db = deps.access.acrossShops('the demo platform')
  const shopInput = z.object({
    shop: z.string({ error: 'required' }).refine(deps.platform.isShopDomain, 'invalidDomain'),
  })

  // The app's first visit follows, as when the merchant opens it: it exchanges the frame's ID token.
  app.post('/demo/install', async (request) => {
    const { shop: shopDomain } = parse(shopInput, request.body ?? {})
    await saveGrant(db, shopDomain)
    const shop = await visit(parts, app, shopDomain)
    return { shop: shop.shopifyDomain, id: shop.id, adminUrl: deps.platform.adminUrl(shop, '/') }
  })

  app.post('/demo/uninstall', async (request) => {
    const { shop: shopDomain } = parse(shopInput, request.body ?? {})
    const shop = await parts.shops.findByDomain(shopDomain)
    if (!shop || shop.uninstalledAt) throw new NotFound()
    await dropGrant(db, shopDomain)
    await endCharges(db, shopDomain, deps.now())
    const payload = { id: randomInt(1e9), domain: shopDomain, myshopify_domain: shopDomain }
    await deliverEvents([{ topic: 'app/uninstalled', payload }], webhookTarget(parts, app, shopDomain))
    return { shop: shopDomain }
  })

  // The dialog of App Bridge: the merchant grants or declines optional access.
  app.post('/demo/scopes', async (request) => {
    const { shop: shopDomain, scopes } = parse(
      shopInput.extend({ scopes: z.array(z.string()).max(50) }),
      request.body ?? {},
    )
    const before = await readGrant(db, shopDomain)
    await saveGrant(db, shopDomain, [...before, ...scopes])
    const current = await readGrant(db, shopDomain)
    const payload = { id: randomInt(1e9), previous: before, current, updated_at: deps.now().toISOString() }
    await deliverEvents([{ topic: 'app/scopes_update', payload }], webhookTarget(parts, app, shopDomain))
    return { granted: current }
  })
}

async function visit({ deps, shops }: Parts, app: FastifyInstance, shopDomain: string): Promise<Shop> {
  const { SHOPIFY_API_KEY: apiKey, SHOPIFY_API_SECRET: secret } = deps.env
  const authorization = `Bearer ${await mintIdToken({ apiKey, secret, shopDomain })}`
  const answer = await app.inject({ method: 'GET', url: '/api/shops', headers: { authorization } })
  const shop = await shops.findByDomain(shopDomain)
  if (answer.statusCode !== 200 || !shop) throw new InvalidInput({ shop: 'valueInvalid' })
  return shop
}
