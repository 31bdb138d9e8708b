import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../core/context.ts'
import { hmacSha256, hasSameBytes } from '../../platform/hmac.ts'
import { signProxyQuery } from '../../platform/proxy-signature.ts'

/** Where the store forwards calls to the app, as the real platform does from a shop's own address. */
export const proxyPrefix = '/demo/store/apps/candor'
const sessionCookie = 'candor-demo-session'

/** A customer who is signed in at the demo's store. */
export interface DemoShopper {
  /** The platform's number of the customer. */
  customerId: string
  name: string
}

const macOf = (secret: string, body: string): Buffer => hmacSha256(secret, `demo store session ${body}`)

/** The store's own session: who it says is signed in. Sealed by the demo platform; there are no passwords in a demo. */
export function sessionCookieOf(secret: string, shopper: DemoShopper | null): string {
  if (!shopper) return `${sessionCookie}=; Path=/demo; HttpOnly; SameSite=Lax; Max-Age=0`
  const body = Buffer.from(JSON.stringify(shopper)).toString('base64url')
  return `${sessionCookie}=${body}.${macOf(secret, body).toString('base64url')}; Path=/demo; HttpOnly; SameSite=Lax`
}

/** Who is signed in, or null: also for a cookie that this store did not seal. */
export function signedIn(secret: string, request: FastifyRequest): DemoShopper | null {
  const [, body = '', mac = ''] =
    new RegExp(`(?:^|; )${sessionCookie}=([\\w-]+)\\.([\\w-]+)`).exec(request.headers.cookie ?? '') ?? []
  if (!body || !hasSameBytes(Buffer.from(mac, 'base64url'), macOf(secret, body))) return null
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as DemoShopper
}

/** The customers a visitor can sign in as: those of the shop with an id at the platform. */
export async function demoCustomers(ctx: Ctx, where: { customerId?: string } = {}): Promise<DemoShopper[]> {
  const rows = await ctx.db.customer.findMany({
    where: { shopId: ctx.shop.id, platformId: where.customerId ?? { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 12,
    select: { platformId: true, displayName: true, firstName: true, lastName: true, email: true },
  })
  return rows.flatMap(({ platformId, displayName, firstName, lastName, email }) =>
    platformId ? [{ customerId: platformId, name: displayName || `${firstName} ${lastName}`.trim() || email }] : [],
  )
}

const ofThePlatform = ['shop', 'timestamp', 'signature', 'hmac', 'logged_in_customer_id', 'path_prefix']

/** The query of a forwarded call: the caller's own, with the platform's word on the shop and on who is signed in, signed. */
export function proxyQuery(
  secret: string,
  given: URLSearchParams,
  about: { shopDomain: string; customerId: string | null },
): URLSearchParams {
  const query = new URLSearchParams([...given].filter(([name]) => !ofThePlatform.includes(name)))
  query.set('shop', about.shopDomain)
  query.set('logged_in_customer_id', about.customerId ?? '')
  query.set('path_prefix', proxyPrefix)
  query.set('timestamp', String(Math.floor(Date.now() / 1000)))
  query.set('signature', signProxyQuery(secret, query))
  return query
}
