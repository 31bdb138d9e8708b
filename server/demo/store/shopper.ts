import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../core/context.ts'
import { hmacSha256, hasSameBytes } from '../../platform/hmac.ts'
import { signProxyQuery } from '../../platform/proxy-signature.ts'

/** Path whose calls the store forwards to the app, like the real platform's app proxy. */
export const proxyPrefix = '/demo/store/apps/candor'
const sessionCookie = 'candor-demo-session'

export interface DemoShopper {
  /** Customer number of the platform. */
  customerId: string
  name: string
}

const macOf = (secret: string, body: string): Buffer => hmacSha256(secret, `demo store session ${body}`)

/** Returns the cookie of the store's session, signed by the demo platform. A demo has no passwords. */
export function sessionCookieOf(secret: string, shopper: DemoShopper | null): string {
  if (!shopper) return `${sessionCookie}=; Path=/demo; HttpOnly; SameSite=Lax; Max-Age=0`
  const body = Buffer.from(JSON.stringify(shopper)).toString('base64url')
  return `${sessionCookie}=${body}.${macOf(secret, body).toString('base64url')}; Path=/demo; HttpOnly; SameSite=Lax`
}

/** Returns the signed-in shopper. Null without one, or for a cookie that this store did not sign. */
export function signedIn(secret: string, request: FastifyRequest): DemoShopper | null {
  const [, body = '', mac = ''] =
    new RegExp(`(?:^|; )${sessionCookie}=([\\w-]+)\\.([\\w-]+)`).exec(request.headers.cookie ?? '') ?? []
  if (!body || !hasSameBytes(Buffer.from(mac, 'base64url'), macOf(secret, body))) return null
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as DemoShopper
}

/** Returns the customers for the sign-in: those with a platform id. */
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

/** Returns the signed query of a forwarded call: the caller's own, with the platform's shop and customer. */
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
