import type { Ctx } from '../../core/context.ts'
import { NotAllowed } from '../../core/errors.ts'
import { requirePerson } from '../../core/key-scopes.ts'

/** Returns the name of the operator's support in a shop's history. */
export const nameSupport = ({ name, email }: { name: string; email: string }): string => `Support: ${name || email}`

/** Returns whether the session entered the shop as the operator's support (spec 3.1: isCrmLogin). */
export const isSupport = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  actor.kind === 'merchant' && actor.isSupport === true

/**
 * Refuses API keys and the operator's support. Access of support ends with its session, so it gives no one access.
 * It doesn't buy plans either.
 * @throws KeyRefused, NotAllowed
 */
export function requireOwner(ctx: Pick<Ctx, 'actor'>): void {
  requirePerson(ctx)
  if (isSupport(ctx)) throw new NotAllowed('supportNotAllowed')
}
