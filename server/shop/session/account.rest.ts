import type { FastifyRequest } from 'fastify'
import { accountMailLimit, passwordLinkMinutes } from '../../../rules/limits.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { LimitReached, NotAllowed, Unauthenticated } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import type { PostLimits } from '../../core/http/post-limit.ts'
import { requireKnownFields } from '../../core/rest/body-fields.ts'
import {
  changePassword,
  renameAccount,
  requestPasswordLink,
  resetPassword,
  type AccountMailLimit,
} from './change-password.ts'
import { listDevices, revokeDevice } from './devices.ts'
import { maxLoginBytes, readAuthToken, readVisitor } from './login.rest.ts'
import { acceptInvitation, readInvitation } from './people.ts'

/**
 * Returns the limit of mailed password links. One network may not fill mailboxes, and one mailbox may not be filled
 * from many. A full mailbox has a link that works: its window is the lifetime of a link.
 */
function limitAccountMails(postLimits: PostLimits): AccountMailLimit {
  const { toOneAddress, fromOneSender, minutes } = accountMailLimit
  const byAddress = postLimits('account-mail', { posts: toOneAddress, minutes: passwordLinkMinutes })
  const byNetwork = postLimits('account-mail-ip', { posts: fromOneSender, minutes })
  return async (to, network) => {
    const resetsAt = await byNetwork(network)
    if (resetsAt) throw new LimitReached('tooManyAttempts', { resetsAt })
    return (await byAddress(to)) === null
  }
}

/** Serves the account of standalone mode: passwords, invitations, name and signed-in devices. */
export const accountRoutes: RouteModule = (app, { deps, throttle, sessions, postLimits }) => {
  const options = { bodyLimit: maxLoginBytes }
  const limit = limitAccountMails(postLimits)
  /** Reads the account of a request. A read-only one only reads; it may always sign out. */
  const readAccount = async (request: FastifyRequest) => {
    const { account, tokenHash, actor } = await sessions.standalone(readAuthToken(request))
    if (!account || !tokenHash) throw new Unauthenticated()
    if (request.method !== 'GET' && actor.kind === 'merchant' && actor.readOnly) throw new NotAllowed('readOnly')
    return { accountId: account.id, email: account.email, name: account.name, tokenHash }
  }

  app.post('/apiSa/auth/forgot', options, async (request) => {
    const body = requireKnownFields({ email: true }, request.body ?? {})
    await requestPasswordLink(deps, body, { limit, network: readVisitor(request).ip })
    return { success: true, message: formatMessage('passwordLinkSent') }
  })
  app.post('/apiSa/auth/reset', options, async (request) => {
    await resetPassword(deps, requireKnownFields({ token: true, password: true }, request.body ?? {}))
    return { success: true, message: formatMessage('passwordChanged') }
  })
  app.post('/apiSa/auth/invitation', options, async (request, reply) => {
    const data = await readInvitation(deps, requireKnownFields({ token: true }, request.body ?? {}))
    return reply.header('cache-control', 'no-store').send({ success: true, data })
  })
  app.post('/apiSa/auth/invitation/accept', options, async (request, reply) => {
    const fields = { token: true, name: true, password: true, timeZone: true } as const
    const body = requireKnownFields(fields, request.body ?? {})
    const { token } = await acceptInvitation({ ...deps, throttle }, body, readVisitor(request))
    return reply.header('cache-control', 'no-store').send({ success: true, token })
  })

  app.get('/apiSa/account', async (request, reply) => {
    const { email, name, ...session } = await readAccount(request)
    const data = { email, name, devices: await listDevices(deps, session) }
    return reply.header('cache-control', 'no-store').send({ success: true, data })
  })
  app.put('/apiSa/account', options, async (request) => {
    const { accountId } = await readAccount(request)
    await renameAccount(deps, accountId, requireKnownFields({ name: true }, request.body ?? {}))
    return { success: true, message: formatMessage('saved') }
  })
  app.post('/apiSa/account/password', options, async (request) => {
    const account = await readAccount(request)
    const body = requireKnownFields({ password: true, newPassword: true }, request.body ?? {})
    await changePassword({ ...deps, throttle }, body, { ...account, ip: readVisitor(request).ip })
    return { success: true, message: formatMessage('passwordChanged') }
  })
  app.delete<{ Params: { id: string } }>('/apiSa/account/devices/:id', async (request) => {
    const { accountId } = await readAccount(request)
    await revokeDevice(deps, accountId, request.params.id)
    return { success: true, message: formatMessage('deviceSignedOut') }
  })
}
