import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { loginLifetimeHours } from '../../../rules/limits.ts'
import { LimitReached, NotFound, parse, Unauthenticated } from '../../core/errors.ts'
import type { Deps } from '../../core/context.ts'
import { listAccountShops, normaliseEmail } from './accounts.ts'
import type { Device } from './devices.ts'
import { endSessions, publishSession, type SessionDeps } from './end-sessions.ts'
import { passwordMatches } from './passwords.ts'
import type { LoginThrottle } from './throttle.ts'

const credentials = z.object({
  email: z.string('required').min(1, 'required').max(320, 'invalidEmail'),
  password: z.string('required').min(1, 'required').max(1024, 'valueInvalid'),
})

interface LoginDeps extends Pick<Deps, 'access'> {
  throttle: LoginThrottle
}

interface Visitor {
  ip: string
  device?: Device
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Checks an account's password, within the limit of guesses. An unknown address and a wrong password give the same
 * response.
 * @throws Unauthenticated, LimitReached with the time to try again
 */
export async function requirePassword(deps: LoginDeps, login: { email: string; password: string }, ip: string) {
  const blockedUntil = await deps.throttle.consumeTry(login.email, ip)
  if (blockedUntil) throw new LimitReached('tooManyAttempts', { resetsAt: blockedUntil })
  const account = await deps.access.acrossShops('log in').account.findUnique({ where: { email: login.email } })
  if (!(await passwordMatches(login.password, account?.passwordHash ?? null)) || !account)
    throw new Unauthenticated('wrongCredentials')
  await deps.throttle.recordSuccess(login.email, ip)
  return account
}

/**
 * Signs a merchant in and returns the session's token (spec 6: standalone).
 * @throws Unauthenticated, LimitReached with the time to try again
 */
export async function logIn(deps: LoginDeps, input: unknown, { ip, device }: Visitor): Promise<{ token: string }> {
  const { email, password } = parse(credentials, input)
  const account = await requirePassword(deps, { email: normaliseEmail(email), password }, ip)
  const shops = await listAccountShops(deps.access, account.id)
  // An account with one shop need not choose.
  const shopId = shops.length === 1 ? (shops[0]?.id ?? null) : null
  return { token: await openSession(deps, { accountId: account.id, shopId }, device) }
}

interface NewSession {
  accountId: string
  shopId: string | null
  /** The person at the operator's provider. */
  identityId?: string
  /** The shop that the operator's support enters. */
  supportShopId?: string | null
}

/** Opens a session and returns its token, which is not stored. */
export async function openSession(
  deps: Pick<Deps, 'access'>,
  session: NewSession,
  device: Device = { userAgent: '', timeZone: '' },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + loginLifetimeHours * 3_600_000)
  await deps.access.acrossShops('log in').loginSession.create({
    data: { ...session, ...device, tokenHash: hashToken(token), createdAt, lastUsedAt: createdAt, expiresAt },
  })
  return token
}

/** Ends a session. Returns whether its person came through the operator's provider. */
export async function logOut(deps: SessionDeps, token: string): Promise<{ isProvided: boolean }> {
  const tokenHash = hashToken(token)
  const session = await deps.access.acrossShops('log in').loginSession.findUnique({ where: { tokenHash } })
  await endSessions(deps, { tokenHash })
  return { isProvided: Boolean(session?.identityId) }
}

/**
 * Selects one of the account's shops for a session.
 * @throws NotFound for a shop that is not the account's, or that uninstalled the app
 */
export async function chooseShop(
  deps: SessionDeps,
  session: { tokenHash: string; accountId: string },
  shopId: string,
): Promise<void> {
  const shops = await listAccountShops(deps.access, session.accountId)
  if (!shops.some(({ id }) => id === shopId)) throw new NotFound()
  await deps.access
    .acrossShops('log in')
    .loginSession.update({ where: { tokenHash: session.tokenHash }, data: { shopId, supportShopId: null } })
  publishSession(deps, session.tokenHash)
}
