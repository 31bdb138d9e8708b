import type { FastifyRequest } from 'fastify'
import { isObject } from '../../../rules/json.ts'
import { formatMessage } from '../../../rules/messages.ts'
import type { Deps } from '../../core/context.ts'
import { Unauthenticated } from '../../core/errors.ts'
import { isUuid } from '../../core/uuid.ts'
import { requireKnownFields } from '../../core/rest/body-fields.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'
import { authTokenHeader } from '../../core/http/credentials.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { readDevice } from './devices.ts'
import { chooseShop, logIn, logOut } from './login.ts'

export const demoLogin = { email: 'demo@candor.test', password: 'candor-demo' }

export const readAuthToken = (request: FastifyRequest): string | undefined => {
  const value = request.headers[authTokenHeader]
  return typeof value === 'string' ? value : undefined
}

/** Returns what a sign-in keeps of its browser, and the network that guesses are counted by. */
export const readVisitor = ({ ip, headers, body }: FastifyRequest) => ({
  ip: readClientNetwork(ip),
  device: readDevice(headers['user-agent'], isObject(body) ? body.timeZone : undefined),
})

/** Leaves room in a cookie of state. */
const longestNext = 500

/** Returns the page that a merchant wants after the login. The login page opens only our own. */
export const readNext = ({ next }: { next?: unknown }): string =>
  typeof next === 'string' && next.length <= longestNext ? next : ''

/** Enough for an email address and a password. */
export const maxLoginBytes = 8 * 1024

/** Ends the session at the operator's provider, and leads back. */
const providerLogoutPath = '/auth/oidc/logout'

/** Returns what the login page shows of the operator's provider; null without one. */
const readProvider = (env: Deps['env']) =>
  env.CANDOR_OIDC_ISSUER ? { label: env.CANDOR_OIDC_LABEL, isSupport: env.CANDOR_OIDC_SUPPORT } : null

/** Serves sign-in, sign-out and the choice of a shop in standalone mode (spec 2, 4, 6). */
export const loginRoutes: RouteModule = (app, { deps, throttle, sessions, pubsub }) => {
  pubsub.onNotification((_shopId, topic, hash) => {
    if (topic === 'session') sessions.drop(hash)
  })
  pubsub.onLost(() => sessions.clear())
  app.get('/auth/config', async () => ({
    demo: deps.env.CANDOR_MODE === 'demo' ? demoLogin : null,
    apiKey: deps.platform.apiKey,
    provider: readProvider(deps.env),
  }))
  app.post('/apiSa/auth/login', { bodyLimit: maxLoginBytes }, async (request, reply) => {
    const { token } = await logIn(
      { access: deps.access, throttle },
      requireKnownFields({ email: true, password: true, timeZone: true }, request.body ?? {}),
      readVisitor(request),
    )
    return reply.header('cache-control', 'no-store').send({ success: true, token })
  })
  app.post('/apiSa/auth/logout', async (request) => {
    const token = readAuthToken(request)
    if (!token) throw new Unauthenticated()
    requireKnownFields({}, request.body ?? {})
    const { isProvided } = await logOut(deps, token)
    const leave = isProvided && deps.env.CANDOR_OIDC_ISSUER ? { data: { leave: providerLogoutPath } } : {}
    return { success: true, message: formatMessage('loggedOut'), ...leave }
  })
  app.post('/apiSa/auth/shop', async (request) => {
    const session = await sessions.standalone(readAuthToken(request))
    const { shopId } = requireKnownFields({ shopId: true }, request.body ?? {})
    if (session.account && session.tokenHash && typeof shopId === 'string' && isUuid(shopId))
      await chooseShop(deps, { tokenHash: session.tokenHash, accountId: session.account.id }, shopId)
    else throw new Unauthenticated('shopNotChosen')
    return { success: true }
  })
}
