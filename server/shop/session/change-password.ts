import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { cleanLine } from '../../../rules/clean-text.ts'
import { passwordLinkMinutes } from '../../../rules/limits.ts'
import { makeContext, type Deps } from '../../core/context.ts'
import { InvalidInput, parse, Unauthenticated } from '../../core/errors.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { consumeLink, createLink, readLink } from './account-links.ts'
import { personName, requireEmail, requireGoodPassword } from './accounts.ts'
import { endSessions, forgetSessions, type SessionDeps } from './end-sessions.ts'
import { requirePassword } from './login.ts'
import { hashPassword } from './passwords.ts'
import type { LoginThrottle } from './throttle.ts'

const text = z.string('required').min(1, 'required').max(2048, 'valueInvalid')

/** Counts an email with a link. Returns whether the address may get it. @throws LimitReached for the network */
export type AccountMailLimit = (to: string, network: string) => Promise<boolean>

/**
 * Mails a link for a new password, if an account has the address. The answer and its time don't tell whether one does.
 * An address that has got several keeps them: strangers can't lock its owner out.
 * @throws LimitReached, InvalidInput
 */
export async function requestPasswordLink(
  deps: Deps,
  input: unknown,
  { limit, network }: { limit: AccountMailLimit; network: string },
): Promise<void> {
  const email = requireEmail(parse(z.object({ email: text }), input).email)
  const mayMail = await limit(email, network)
  // The time of the answer doesn't tell whether there is an account.
  await Promise.all([mayMail && mailPasswordLink(deps, email), setTimeout(answerMs)])
}

const answerMs = 250

async function mailPasswordLink(deps: Deps, email: string): Promise<void> {
  const shop = await findShopOf(deps, email)
  if (!shop) return
  const { id } = await createLink(deps, { kind: 'password', email, minutes: passwordLinkMinutes })
  await makeContext(deps, shop, { kind: 'system', name: 'password' }).enqueue('mails.accounts', { linkId: id })
}

/** Returns the installed shop of an account that sends its emails; null without one. */
async function findShopOf({ access }: Pick<Deps, 'access'>, email: string): Promise<Shop | null> {
  const right = await access.acrossShops('log in').accountShop.findFirst({
    where: { account: { email }, shop: { uninstalledAt: null } },
    include: { shop: true },
  })
  return right?.shop ?? null
}

/** Sets a new password by a mailed link and ends all sessions. @throws NotFound, NotAllowed, InvalidInput */
export async function resetPassword(deps: Deps, input: unknown): Promise<void> {
  const { token, password } = parse(z.object({ token: text, password: text }), input)
  const link = await readLink(deps, 'password', token)
  requireGoodPassword(password, { email: link.email })
  await consumeLink(deps, link)
  const db = deps.access.acrossShops('log in')
  // The newest link counts: it ends the others.
  await db.accountLink.updateMany({
    where: { kind: 'password', email: link.email, usedAt: null },
    data: { usedAt: new Date() },
  })
  const account = await db.account.update({
    where: { email: link.email },
    data: { passwordHash: await hashPassword(password) },
  })
  await endSessions(deps, { accountId: account.id })
}

interface Changer {
  accountId: string
  email: string
  tokenHash: string
}

/**
 * Sets a new password for a merchant who knows the present one, and signs the other devices out.
 * @throws InvalidInput, LimitReached after wrong guesses
 */
export async function changePassword(
  deps: Deps & { throttle: LoginThrottle },
  input: unknown,
  { ip, ...changer }: Changer & { ip: string },
): Promise<void> {
  const { password, newPassword } = parse(z.object({ password: text, newPassword: text }), input)
  await requirePassword(deps, { email: changer.email, password }, ip).catch((error: unknown) => {
    throw error instanceof Unauthenticated ? new InvalidInput({ password: 'wrongPassword' }) : error
  })
  if (password === newPassword) throw new InvalidInput({ newPassword: 'passwordSame' })
  requireGoodPassword(newPassword, { email: changer.email, field: 'newPassword' })
  await deps.access
    .acrossShops('log in')
    .account.update({ where: { id: changer.accountId }, data: { passwordHash: await hashPassword(newPassword) } })
  await endSessions(deps, { accountId: changer.accountId, tokenHash: { not: changer.tokenHash } })
}

/** Saves how the account calls itself. */
export async function renameAccount(deps: SessionDeps, accountId: string, input: unknown): Promise<void> {
  const { name } = parse(z.object({ name: personName }), input)
  await deps.access.acrossShops('log in').account.update({ where: { id: accountId }, data: { name: cleanLine(name) } })
  await forgetSessions(deps, accountId)
}
