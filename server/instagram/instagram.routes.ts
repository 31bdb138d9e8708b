import type { RouteModule } from '../http/parts.ts'
import { UserError } from '../errors.ts'
import { browserLocale } from '../review-form/link.ts'
import { invalidLinkPage } from '../review-form/page.ts'
import { callbackPath, finishInstagramLogin, readLoginState } from './login.ts'

interface Callback {
  Querystring: { code?: string; state?: string; error?: string }
}

const page = '/display-settings/instagram-feed'

/** Where Instagram sends the merchant after the login, with a code or without one if they refused. */
export const instagramRoutes: RouteModule = (app, parts) => {
  app.get<Callback>(callbackPath, async (request, reply) => {
    const { code, state } = request.query
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const login = typeof state === 'string' ? readLoginState(parts.deps, state) : null
    const shop = login && await parts.deps.doors.acrossShops('find the shop of a public address').shop.findUnique({ where: { id: login.shopId } })
    if (!login || !shop || shop.uninstalledAt) return reply.status(404).type('text/html; charset=utf-8').send(invalidLinkPage(browserLocale(request)))
    const ctx = parts.contextOf(shop, { kind: 'system', name: 'instagram login' })
    const back = (outcome: string) => reply.redirect(login.embedded ? ctx.platform.adminUrl(shop, `${page}?login=${outcome}`) : `${ctx.origin}${page}?login=${outcome}`)
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
