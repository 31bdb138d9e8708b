import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteModule } from '../../core/http/parts.ts'
import { UserError } from '../../core/errors.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage } from '../../core/pages/page.ts'
import {
  beginInstagramLogin,
  callbackPath,
  finishInstagramLogin,
  loginPath,
  loginSeconds,
  readLoginStart,
  readLoginState,
  type LoginState,
} from './login.ts'

interface Callback {
  Querystring: { code?: string; state?: string; error?: string }
}

const page = '/display-settings/instagram-feed'

/** Ties a login to the browser that started it, so that a copied address is useless. */
const isSecure = (origin: string): boolean => origin.startsWith('https:')
/** The prefix keeps other hosts of the domain from setting it. */
const cookieNameAt = (origin: string): string => `${isSecure(origin) ? '__Host-' : ''}candor-instagram`
const cookieOf = (nonce: string, { origin, seconds }: { origin: string; seconds: number }): string =>
  `${cookieNameAt(origin)}=${nonce}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure(origin) ? '; Secure' : ''}`
const nonceOf = ({ headers }: Pick<FastifyRequest, 'headers'>, origin: string): string | undefined =>
  new RegExp(`(?:^|; )${cookieNameAt(origin)}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]

/**
 * Start and callback of the login. The start needs the top window: inside the admin's frame browsers block our cookie.
 * Instagram's callback has a code, or none if the merchant refused.
 */
export const instagramRoutes: RouteModule = (app, parts) => {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  const invalid = (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .status(404)
      .type('text/html; charset=utf-8')
      .send(renderInvalidLinkPage(readBrowserLocale(request)))
  const contextOf = async (login: LoginState | null) => {
    const shop =
      login &&
      (await parts.deps.access
        .acrossShops('find the shop of a public address')
        .shop.findUnique({ where: { id: login.shopId } }))
    return shop && !shop.uninstalledAt ? parts.contextOf(shop, { kind: 'system', name: 'instagram login' }) : null
  }

  app.get<{ Querystring: { begin?: string } }>(loginPath, async (request, reply) => {
    const { begin } = request.query
    reply.headers(headers)
    const start = typeof begin === 'string' ? readLoginStart(parts.deps, begin) : null
    const ctx = await contextOf(start)
    if (!start || !ctx) return invalid(request, reply)
    try {
      const { url, nonce } = await beginInstagramLogin(ctx, start)
      return await reply
        .header('set-cookie', cookieOf(nonce, { origin: ctx.origin, seconds: loginSeconds }))
        .redirect(url)
    } catch (error) {
      if (error instanceof UserError) return invalid(request, reply)
      throw error
    }
  })

  app.get<Callback>(callbackPath, async (request, reply) => {
    const { code, state } = request.query
    reply.headers(headers)
    const login = typeof state === 'string' ? readLoginState(parts.deps, state) : null
    const ctx = await contextOf(login)
    if (!login || !ctx || nonceOf(request, ctx.origin) !== login.nonce) return invalid(request, reply)
    reply.header('set-cookie', cookieOf('', { origin: ctx.origin, seconds: 0 }))
    const { shop } = ctx
    const back = (outcome: string) =>
      reply.redirect(
        login.embedded
          ? ctx.platform.adminUrl(shop, `${page}?login=${outcome}`)
          : `${ctx.origin}${page}?login=${outcome}`,
      )
    if (typeof code !== 'string' || code === '') return back('refused')
    try {
      await finishInstagramLogin(ctx, login, code)
      return await back('done')
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      ctx.log.warn({ err: error, shopId: shop.id }, 'an Instagram login failed')
      return back('failed')
    }
  })
}
