import type { Ctx } from '../../../core/context.ts'
import { InvalidInput } from '../../../core/errors.ts'
import { isUuid } from '../../../core/uuid.ts'
import { findPerson } from '../../../shop/session/people.ts'

/** A person of the shop who takes care of reviews. */
export interface Assignee {
  accountId: string
  /** The name, or the address without one. */
  name: string
}

/** Returns the person to assign; null leaves them unassigned. @throws InvalidInput for anyone else than the shop's people */
export async function requireAssignee(ctx: Ctx, given: unknown): Promise<Assignee | null> {
  if (given === null) return null
  if (given === undefined) throw new InvalidInput({ assigneeId: 'required' })
  const person = typeof given === 'string' && isUuid(given) ? await findPerson(ctx, given) : null
  if (!person) throw new InvalidInput({ assigneeId: 'valueInvalid' })
  return { accountId: person.id, name: person.name || person.email }
}

export const isOwnAccount = ({ actor }: Ctx, accountId: string): boolean =>
  actor.kind === 'merchant' && actor.accountId === accountId

/** Leaves the reviews of a removed person unassigned. */
export async function unassignReviews(tx: Ctx, { accountId }: { accountId: string }): Promise<void> {
  await tx.db.review.updateMany({
    where: { shopId: tx.shop.id, assigneeId: accountId },
    data: { assigneeId: null, updatedAt: tx.now() },
  })
}
