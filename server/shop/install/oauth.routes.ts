import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchAdminLocale } from '../../../rules/locales.ts'
import { missingScopes, SCOPED_FEATURES } from '../../../rules/scopes.ts'
import { AccessRefused, Unauthenticated, UpstreamFailed } from '../../core/errors.ts'
import { html } from '../../core/html.ts'
import { cookieText, readCookie } from '../../core/http/cookies.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderNotice } from '../../core/pages/page.ts'
import { requireKnownFields } from '../../core/rest/body-fields.ts'
import { word } from '../../core/words/words.ts'
import { maxLoginBytes, readNext, readVisitor } from '../session/login.rest.ts'
import {
  beginOAuth,
  callbackPath,
  findOwnGrant,
  finishOAuth,
  handOverSeconds,
  oauthPath,
  openPlatformSession,
  stateSeconds,
} from './oauth.ts'

const loginPath = '/apiSa/auth/platform'
const stateCookie = { name: 'candor-oauth', path: oauthPath }
const loginCookie = { name: 'candor-platform-login', path: loginPath }

/**
 * Standalone installation by the OAuth code flow (decision 0087). The start needs the top window: inside the admin's
 * frame browsers block our cookie. Any fault ends at a page that says so, before anything is stored.
 */
export const oauthRoutes: RouteModule = (app, { deps, shops }) => {
  const { platform, origin } = deps
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  app.get<{ Querystring: { shop?: unknown; feature?: unknown; next?: unknown } }>(oauthPath, async (request, reply) => {
    const { shop, feature } = request.query
    const shopDomain = typeof shop === 'string' ? shop.trim().toLowerCase() : ''
    const next = readNext(request.query)
    if (!platform.isShopDomain(shopDomain)) return sendProblem({ request, reply }, 'badShop', { next })
    const known = await shops.findByDomain(shopDomain)
    const granted = known?.grantedScopes ?? []
    const wanted = SCOPED_FEATURES.find((one) => one === feature)
    const also = wanted ? missingScopes(granted, wanted) : []
    const { url, state } = beginOAuth(deps, { shopDomain, next, granted, also })
    return reply
      .header('set-cookie', cookieText(stateCookie, { value: state, seconds: stateSeconds, origin }))
      .redirect(url)
  })

  app.get(callbackPath, async (request, reply) => {
    const callback = platform.readCallback(new URL(request.url, origin).searchParams)
    const grant = callback && findOwnGrant(deps, callback, readCookie(request, stateCookie))
    if (!grant) return sendProblem({ request, reply }, 'invalid')
    reply.header('set-cookie', cookieText(stateCookie, { value: '', seconds: 0, origin }))
    const { next } = grant
    try {
      const note = await finishOAuth(deps, shops, callback)
      return await reply
        .header('set-cookie', cookieText(loginCookie, { value: note, seconds: handOverSeconds, origin }))
        .redirect(`/auth/login?${new URLSearchParams({ from: 'platform', ...(next && { next }) }).toString()}`)
    } catch (error) {
      if (!(error instanceof UpstreamFailed)) throw error
      const problem = error instanceof AccessRefused ? 'refused' : 'away'
      return sendProblem({ request, reply }, problem, grant)
    }
  })

  // The cookie keeps the session out of addresses, and other sites from signing a visitor in.
  app.post(loginPath, { bodyLimit: maxLoginBytes }, async (request, reply) => {
    requireKnownFields({ timeZone: true }, request.body ?? {})
    const note = readCookie(request, loginCookie)
    if (note === '') throw new Unauthenticated()
    const token = await openPlatformSession(deps, shops, { note, device: readVisitor(request).device })
    return reply
      .header('set-cookie', cookieText(loginCookie, { value: '', seconds: 0, origin }))
      .send({ success: true, token })
  })
}

const problems = {
  badShop: { status: 400, title: 'install.badShop', lead: 'install.badShopLead' },
  invalid: { status: 400, title: 'install.invalid', lead: 'install.invalidLead' },
  refused: { status: 403, title: 'install.refused', lead: 'install.refusedLead' },
  away: { status: 502, title: 'install.away', lead: 'install.awayLead' },
} as const

/** Shows why the installation stopped, with a form to start again. */
function sendProblem(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  problem: keyof typeof problems,
  { shopDomain = '', next = '' } = {},
): FastifyReply {
  const locale = matchAdminLocale(readBrowserLocale(request))
  const { status, title, lead } = problems[problem]
  const again = word(locale, problem === 'badShop' ? 'install.begin' : 'install.again')
  const more = html`<form action="${oauthPath}"><div class="field"><label class="name" for="shop">${word(locale, 'install.shop')}</label><input type="text" id="shop" name="shop" required value="${shopDomain}" placeholder="my-shop.myshopify.com"></div>${next && html`<input type="hidden" name="next" value="${next}">`}<button>${again}</button></form>`
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .send(renderNotice({ locale, title: word(locale, title), shop: null }, { lead: word(locale, lead), more }))
}
