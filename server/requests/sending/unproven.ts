import { createHash } from 'node:crypto'
import { isoDay, shiftDay } from '../../../rules/dates.ts'
import { maxUnprovenMailsOfDay } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { foldAddress } from '../../core/fold-address.ts'
import type { Review } from '../../generated/prisma/client.ts'

/** Whether nothing shows that a review's address is its author's: no order, no customer account, no confirmation. */
export const isUnproven = ({
  origin,
  orderId,
  verifiedBy,
  emailConfirmedAt,
}: Pick<Review, 'origin' | 'orderId' | 'verifiedBy' | 'emailConfirmedAt'>): boolean =>
  origin === 'guest' && orderId === null && verifiedBy !== 'order' && emailConfirmedAt === null

/**
 * Takes one of the few emails a day that an address gets if anyone could have typed it (decision 0120). Returns false
 * when the day's emails are used up. An email that has its place keeps it, so that a retry takes no second one.
 */
export async function takeUnprovenMail(
  ctx: Ctx,
  { address, name }: { address: string; name: string },
): Promise<boolean> {
  const hash = createHash('sha256').update(foldAddress(address)).digest('base64url')
  const today = isoDay(ctx.now(), 'UTC')
  const places = (day: string) =>
    Array.from({ length: maxUnprovenMailsOfDay }, (_, at) => `unproven ${hash} ${day} ${at}`)
  const held = await ctx.db.idempotencyKey.count({
    where: { shopId: ctx.shop.id, key: { in: [...places(today), ...places(shiftDay(today, -1))] }, fingerprint: name },
  })
  if (held > 0) return true
  for (const key of places(today)) {
    const row = { shopId: ctx.shop.id, key, fingerprint: name, createdAt: ctx.now() }
    const { count } = await ctx.db.idempotencyKey.createMany({ data: [row], skipDuplicates: true })
    if (count > 0) return true
  }
  return false
}
