import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { setBehaviour } from '../requests/mail/mailbox-behaviour.ts'
import { PLAN_IDS } from '../../rules/plans.ts'
import { InvalidInput, NotFound, parse } from '../core/errors.ts'
import type { Shop } from '../generated/prisma/client.ts'
import type { Parts, RouteModule } from '../core/http/parts.ts'
import { demoShopDomain } from './catalog/catalog.ts'
import { mintIdToken } from './id-token.ts'
import {
  applyOrderAction,
  deliverEvents,
  postSigned,
  eventsOfNew,
  ORDER_ACTIONS,
  type WebhookTarget,
  type OrderAction,
} from './orders/order-events.ts'
import { listDemoDiscounts } from './orders/discounts.ts'
import { findDemoOrder, saveOrder, placeOrder, stateOf, type DemoOrder } from './orders/orders.ts'

const minute = 60_000
const units = { m: minute, h: 60 * minute, d: 24 * 60 * minute } as const

const clockInput = z.object({ advance: z.string({ error: 'required' }).regex(/^[1-9]\d{0,5}[mhd]$/, 'valueInvalid') })
const behaviourInput = z.strictObject({
  recipient: z.string('required').trim().min(1, 'required'),
  /** Null: the mail server accepts its emails again. */
  answer: z
    .string('valueInvalid')
    .regex(/^(drop|[45]\d\d( [\x20-\x7e]{0,200})?)$/, 'valueInvalid')
    .nullable(),
})
const webhookInput = z.strictObject({
  topic: z.string('required').trim().min(1, 'required'),
  payload: z.record(z.string(), z.unknown(), 'required'),
  /** Deliveries of one webhook, with one id. */
  copies: z.int('valueInvalid').min(1, 'valueInvalid').max(100, 'valueInvalid').default(1),
  /** The event happened so long ago. */
  delaySeconds: z.number('valueInvalid').min(0, 'valueInvalid').max(31_536_000, 'valueInvalid').default(0),
  /** The body is changed after signing. */
  tamper: z.boolean('valueInvalid').default(false),
  shop: z.string().optional(),
})
const planInput = z.object({ plan: z.enum(PLAN_IDS, 'valueInvalid'), shop: z.string().optional() })

/** Actions on the demo platform, for scripts and for buttons. Buttons are forms, which redirect to their page. */
export const demoApiRoutes: RouteModule = (app, parts) => {
  const { deps } = parts
  const db = deps.access.acrossShops('the demo platform')
  const secret = deps.env.SHOPIFY_API_SECRET

  app.post('/demo/id-token', async (request) => {
    const { shop } = parse(
      z.object({ shop: z.string({ error: 'required' }).refine(deps.platform.isShopDomain, 'invalidDomain') }),
      request.body ?? {},
    )
    return { token: await mintIdToken({ apiKey: deps.env.SHOPIFY_API_KEY, secret, shopDomain: shop }) }
  })

  app.post('/demo/orders', async (request, reply) => {
    const order = await placeOrderAndNotify(parts, app, { input: request.body, shop: await demoShop(parts) })
    return answer({ request, reply }, { id: order.id, name: order.name })
  })

  app.post<{ Params: { id: string; act: string } }>('/demo/orders/:id/:act', async (request, reply) => {
    const act = ORDER_ACTIONS.find((known) => known === request.params.act)
    if (!act) throw new NotFound()
    const order = await changeOrder(parts, app, { id: request.params.id, act })
    return answer({ request, reply }, { id: order.id, name: order.name, state: stateOf(order) })
  })

  app.post('/demo/clock', async (request, reply) => {
    const { advance } = parse(clockInput, request.body ?? {})
    const milliseconds = Number(advance.slice(0, -1)) * units[advance.slice(-1) as keyof typeof units]
    await parts.clock.advance(milliseconds).catch((error: unknown) => {
      throw error instanceof RangeError ? new InvalidInput({ advance: 'valueInvalid' }) : error
    })
    await parts.drain()
    return answer({ request, reply }, { now: deps.now().toISOString() })
  })

  app.post('/demo/plan', async (request, reply) => {
    const { plan, shop: domain } = parse(planInput, request.body ?? {})
    const shop = domain === undefined ? await demoShop(parts) : await parts.shops.findByDomain(domain)
    if (!shop) throw new NotFound()
    await db.shop.update({ where: { id: shop.id }, data: { plan, version: { increment: 1 } } })
    deps.publish(shop.id, 'shop', shop.id)
    return answer({ request, reply }, { plan })
  })

  app.post('/demo/mailbox/behaviour', async (request) => {
    const behaviour = parse(behaviourInput, request.body ?? {})
    await setBehaviour(deps.access, behaviour)
    return behaviour
  })

  app.get('/demo/discounts.json', () => listDemoDiscounts(db))

  app.get('/demo/mailbox.json', async () => {
    const mails = await db.demoMail.findMany({ orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }], take: mostMails })
    return mails.map(({ id, to, from, subject, html, text, headers, receivedAt }) => ({
      id,
      to,
      from,
      subject,
      html,
      text,
      headers,
      receivedAt,
    }))
  })
}

/** Delivers any event of the platform, as it may arrive. */
export const demoWebhookRoutes: RouteModule = (app, parts) => {
  app.post('/demo/webhooks', async (request) => {
    const { shop: domain, ...event } = parse(webhookInput, request.body ?? {})
    const shopDomain = domain ?? (await demoShop(parts)).shopifyDomain
    return postSigned(event, webhookTarget(parts, app, shopDomain))
  })
}

/** Newest mails that are returned; a demo sends fewer. */
const mostMails = 5000

/** Places an order and sends its signed webhook to the app over HTTP. */
export async function placeOrderAndNotify(
  parts: Parts,
  app: FastifyInstance,
  { input, shop }: { input: unknown; shop: Shop },
): Promise<DemoOrder> {
  const now = parts.deps.now()
  const db = parts.deps.access.acrossShops('the demo platform')
  const order = await placeOrder(db, input ?? {}, { shopDomain: shop.shopifyDomain, origin: parts.deps.origin, now })
  await deliverEvents(eventsOfNew(order), webhookTarget(parts, app, order.shopDomain))
  return order
}

async function changeOrder(
  parts: Parts,
  app: FastifyInstance,
  { id, act }: { id: string; act: OrderAction },
): Promise<DemoOrder> {
  const db = parts.deps.access.acrossShops('the demo platform')
  const { order, events } = applyOrderAction(await findDemoOrder(db, id), act, parts.deps.now())
  if (events.length > 0) await saveOrder(db, order)
  await deliverEvents(events, webhookTarget(parts, app, order.shopDomain))
  return order
}

/** Returns where the demo platform sends webhooks of a shop. */
export function webhookTarget({ deps }: Parts, app: FastifyInstance, shopDomain: string): WebhookTarget {
  return {
    secret: deps.env.SHOPIFY_API_SECRET,
    shopDomain,
    triggeredAt: deps.now(),
    async post(body, headers) {
      const url = '/webhooks/shopify'
      const address = app.server.address()
      // A test's server that does not listen gets the webhook through injection.
      if (address === null || typeof address === 'string')
        return (await app.inject({ method: 'POST', url, headers, payload: body })).statusCode
      const host = address.family === 'IPv6' ? '[::1]' : '127.0.0.1'
      const response = await fetch(`http://${host}:${address.port}${url}`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    },
  }
}

/** Returns the demo's shop. @throws NotFound in a database without any */
export async function demoShop({ deps, shops }: Pick<Parts, 'deps' | 'shops'>): Promise<Shop> {
  const known = await shops.findByDomain(demoShopDomain)
  const shop =
    known ?? (await deps.access.acrossShops('the demo platform').shop.findFirst({ orderBy: { createdAt: 'asc' } }))
  if (!shop) throw new NotFound()
  return shop
}

/** Answers scripts with JSON, and forms with a redirect to their page. */
function answer({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, body: object): FastifyReply {
  if (!isForm(request)) return reply.send(body)
  return reply.redirect(ownPath(request.headers.referer) ?? '/demo/store', 303)
}

const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

/** Returns path and query of an address, so that no redirect leads to another host. */
function ownPath(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null
  const { pathname, search } = new URL(address)
  return pathname.startsWith('/demo/') ? pathname + search : null
}
