import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { loginLifetimeHours } from '../../../rules/limits.ts'
import { LimitReached, NotFound, parse, Unauthenticated } from '../../core/errors.ts'
import type { Deps } from '../../core/context.ts'
import { normaliseEmail } from './accounts.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import type { LoginThrottle } from './throttle.ts'

const credentials = z.object({
  email: z.string('required').min(1, 'required').max(320, 'invalidEmail'),
  password: z.string('required').min(1, 'required').max(1024, 'valueInvalid'),
})

interface LoginDeps extends Pick<Deps, 'access'> {
  throttle: LoginThrottle
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Signs a merchant in and returns the session's token (spec 6: standalone). An unknown address and a wrong password
 * give the same response.
 * @throws Unauthenticated, LimitReached with the time to try again
 */
export async function logIn(deps: LoginDeps, input: unknown, ip: string): Promise<{ token: string }> {
  const { email: typed, password } = parse(credentials, input)
  const email = normaliseEmail(typed)
  const blockedUntil = await deps.throttle.consumeTry(email, ip)
  if (blockedUntil) throw new LimitReached('tooManyAttempts', { resetsAt: blockedUntil })
  const db = deps.access.acrossShops('log in')
  const account = await db.account.findUnique({ where: { email }, include: { shops: true } })
  if (!(await passwordMatches(password, account?.passwordHash ?? null)) || !account) {
    throw new Unauthenticated('wrongCredentials')
  }
  await deps.throttle.recordSuccess(email, ip)
  // An account with one shop need not choose.
  const shopId = account.shops.length === 1 ? (account.shops[0]?.shopId ?? null) : null
  return { token: await openSession(deps, { accountId: account.id, shopId }) }
}

export async function openSession(
  deps: Pick<Deps, 'access'>,
  session: { accountId: string; shopId: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + loginLifetimeHours * 3_600_000)
  await deps.access
    .acrossShops('log in')
    .loginSession.create({ data: { ...session, tokenHash: hashToken(token), createdAt, expiresAt } })
  return token
}

type SessionDeps = Pick<Deps, 'access' | 'publish'>

/** Every process caches sessions, so all must drop the changed ones. */
function publishSessionChanges(deps: SessionDeps, hashes: readonly string[]): void {
  for (const hash of hashes) deps.publish('', 'session', hash)
}

export async function logOut(deps: SessionDeps, token: string): Promise<void> {
  const hash = hashToken(token)
  await deps.access.acrossShops('log in').loginSession.deleteMany({ where: { tokenHash: hash } })
  publishSessionChanges(deps, [hash])
}

/**
 * Selects one of the account's shops for a session.
 * @throws NotFound for a shop that is not the account's
 */
export async function chooseShop(
  deps: SessionDeps,
  session: { tokenHash: string; accountId: string },
  shopId: string,
): Promise<void> {
  const db = deps.access.acrossShops('log in')
  const place = await db.accountShop.findUnique({
    where: { accountId_shopId: { accountId: session.accountId, shopId } },
  })
  if (!place) throw new NotFound()
  await db.loginSession.update({ where: { tokenHash: session.tokenHash }, data: { shopId } })
  publishSessionChanges(deps, [session.tokenHash])
}

/** Sets a new password and ends every open session of the account. */
export async function changePassword(deps: SessionDeps, accountId: string, password: string): Promise<void> {
  const db = deps.access.acrossShops('log in')
  await db.account.update({ where: { id: accountId }, data: { passwordHash: await hashPassword(password) } })
  const open = await db.loginSession.findMany({ where: { accountId }, select: { tokenHash: true } })
  await db.loginSession.deleteMany({ where: { accountId } })
  publishSessionChanges(
    deps,
    open.map((session) => session.tokenHash),
  )
}
