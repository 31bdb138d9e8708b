import type { FastifyRequest } from 'fastify'
import { sentence } from '../../rules/messages.ts'
import { Unauthenticated } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { knownBody } from '../rest/body-fields.ts'
import { senderOf } from '../http/sender.ts'
import type { RouteModule } from '../http/parts.ts'
import { chooseShop, logIn, logOut } from './login.ts'

/** The header that carries a standalone token; the one name for server, client and docs. */
export const authTokenHeader = 'x-auth-token'

export const demoLogin = { email: 'demo@candor.test', password: 'candor-demo' }

export const authTokenOf = (request: FastifyRequest): string | undefined => {
  const value = request.headers[authTokenHeader]
  return typeof value === 'string' ? value : undefined
}

/** Sign-in, sign-out and the choice of a shop in the standalone mode (spec 2, 4, 6). */
/** An email address and a password; strangers send it. */
const maxLoginBytes = 8 * 1024

export const loginRoutes: RouteModule = (app, { deps, throttle, sessions, pubsub }) => {
  pubsub.onWake((_shopId, topic, hash) => {
    if (topic === 'session') sessions.drop(hash)
  })
  pubsub.onLost(() => sessions.clear())
  app.get('/auth/config', async () => ({ demo: deps.env.CANDOR_MODE === 'demo' ? demoLogin : null, apiKey: deps.platform.apiKey }))
  app.post('/apiSa/auth/login', { bodyLimit: maxLoginBytes }, async (request, reply) => {
    const { token } = await logIn({ doors: deps.doors, throttle }, knownBody({ email: true, password: true }, request.body ?? {}), senderOf(request.ip))
    return reply.header('cache-control', 'no-store').send({ success: true, token })
  })
  app.post('/apiSa/auth/logout', async (request) => {
    const token = authTokenOf(request)
    if (!token) throw new Unauthenticated()
    knownBody({}, request.body ?? {})
    await logOut(deps, token)
    return { success: true, message: sentence('loggedOut') }
  })
  app.post('/apiSa/auth/shop', async (request) => {
    const session = await sessions.standalone(authTokenOf(request))
    const { shopId } = knownBody({ shopId: true }, request.body ?? {})
    if (session.account && session.tokenHash && typeof shopId === 'string' && isUuid(shopId))
      await chooseShop(deps, { tokenHash: session.tokenHash, accountId: session.account.id }, shopId)
    else throw new Unauthenticated('shopNotChosen')
    return { success: true }
  })
}
