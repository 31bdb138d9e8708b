import type { Deps } from '../../core/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

export type SessionDeps = Pick<Deps, 'access' | 'publish'>

/** Every process caches sessions, so all must drop a changed one. */
export const publishSession = (deps: SessionDeps, tokenHash: string): void => deps.publish('', 'session', tokenHash)

/** Ends sessions in every process, with their websockets. Returns how many. */
export async function endSessions(deps: SessionDeps, where: Prisma.LoginSessionWhereInput): Promise<number> {
  const db = deps.access.acrossShops('log in')
  const ended = await db.loginSession.findMany({ where, select: { tokenHash: true } })
  const hashes = ended.map(({ tokenHash }) => tokenHash)
  await db.loginSession.deleteMany({ where: { tokenHash: { in: hashes } } })
  for (const hash of hashes) publishSession(deps, hash)
  return hashes.length
}

/** Lets every process read the account's sessions again. */
export async function forgetSessions(deps: SessionDeps, accountId: string): Promise<void> {
  const open = await deps.access.acrossShops('log in').loginSession.findMany({ where: { accountId } })
  for (const { tokenHash } of open) publishSession(deps, tokenHash)
}
