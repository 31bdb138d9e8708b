import type { FastifyReply, FastifyRequest } from 'fastify'
import { providerStepLimit } from '../../../rules/limits.ts'
import { Unauthenticated } from '../../core/errors.ts'
import { cookieText, readCookie } from '../../core/http/cookies.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { requireKnownFields } from '../../core/rest/body-fields.ts'
import { maxLoginBytes, readNext, readVisitor } from '../session/login.rest.ts'
import {
  beginSignIn,
  finishSignIn,
  handOverSeconds,
  openProviderSession,
  readSignIn,
  signInCallbackPath,
  signInPath,
  signInSeconds,
} from './oidc.ts'
import { openProvider, SignInRefused, type SignInProblem } from './provider.ts'

const loginPath = '/apiSa/auth/provider'
const stateCookie = { name: 'candor-oidc', path: signInPath }
const loginCookie = { name: 'candor-oidc-login', path: loginPath }

/** Leads to the login page, which says why a sign-in stopped. */
const sendProblem = (reply: FastifyReply, problem: SignInProblem, next = ''): FastifyReply =>
  reply.redirect(`/auth/login?${new URLSearchParams({ problem, ...(next && { next }) }).toString()}`)

/** Runs a step. A refusal leads to the login page. */
async function orProblem(reply: FastifyReply, next: string, step: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error
    return sendProblem(reply, error.problem, next)
  }
}

/**
 * Sign-in through the operator's OpenID Connect provider (decision 0122): the code flow with PKCE, state and nonce.
 * Any fault ends at the login page. Without a provider there are no routes.
 */
export const oidcRoutes: RouteModule = (app, { deps, shops, postLimits }) => {
  const provider = openProvider(deps)
  if (!provider) return
  const { origin } = deps
  const limit = postLimits('oidc', providerStepLimit)
  /** @throws SignInRefused for a network with too many steps, before the provider is asked */
  const countStep = async (request: FastifyRequest) => {
    if (await limit(readVisitor(request).ip)) throw new SignInRefused('limit')
  }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })
  app.get<{ Querystring: { shop?: unknown; next?: unknown } }>(signInPath, (request, reply) => {
    const { shop } = request.query
    const next = readNext(request.query)
    const shopDomain = typeof shop === 'string' ? shop.trim().toLowerCase() : ''
    if (shopDomain !== '' && !deps.platform.isShopDomain(shopDomain)) return sendProblem(reply, 'shop', next)
    return orProblem(reply, next, async () => {
      await countStep(request)
      const { url, state } = await beginSignIn(deps, provider, { next, shopDomain })
      return reply
        .header('set-cookie', cookieText(stateCookie, { value: state, seconds: signInSeconds, origin }))
        .redirect(url)
    })
  })

  app.get(signInCallbackPath, (request, reply) => {
    const begun = readSignIn(deps, readCookie(request, stateCookie))
    if (!begun) return sendProblem(reply, 'invalid')
    reply.header('set-cookie', cookieText(stateCookie, { value: '', seconds: 0, origin }))
    const { next } = begun
    return orProblem(reply, next, async () => {
      await countStep(request)
      const note = await finishSignIn({ deps, shops, provider }, begun, new URL(request.url, origin))
      return reply
        .header('set-cookie', cookieText(loginCookie, { value: note, seconds: handOverSeconds, origin }))
        .redirect(`/auth/login?${new URLSearchParams({ from: 'provider', ...(next && { next }) }).toString()}`)
    })
  })

  // The cookie keeps the session out of addresses, and other sites from signing a visitor in.
  app.post(loginPath, { bodyLimit: maxLoginBytes }, async (request, reply) => {
    requireKnownFields({ timeZone: true }, request.body ?? {})
    const note = readCookie(request, loginCookie)
    if (note === '') throw new Unauthenticated()
    const token = await openProviderSession(deps, shops, { note, device: readVisitor(request).device })
    return reply
      .header('set-cookie', cookieText(loginCookie, { value: '', seconds: 0, origin }))
      .send({ success: true, token })
  })

  // Ends the provider's session too, so that the next person at this computer isn't signed in by a click.
  app.get(`${signInPath}/logout`, (request, reply) =>
    orProblem(reply, '', async () => {
      await countStep(request)
      return reply.redirect((await provider.findLogoutUrl(`${origin}/auth/login`)) ?? '/auth/login')
    }),
  )
}
