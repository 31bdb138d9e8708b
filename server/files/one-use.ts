import type { Ctx } from '../context.ts'
import { NotFound } from '../errors.ts'

/**
 * Uses up an address that was made for one use. Called once there is something to give: one that could open nothing was not used. Of two at
 * once one is noted. The notes go with the Idempotency-Keys, days after the address has ended.
 * @param use.of what it leads to
 * @throws NotFound linkExpired: it was used before
 */
export async function useUp(ctx: Ctx, { nonce, of }: { nonce: string; of: string }): Promise<void> {
  const { count } = await ctx.db.idempotencyKey.createMany({
    data: { shopId: ctx.shop.id, key: `download:${nonce}`, fingerprint: of, createdAt: ctx.now() },
    skipDuplicates: true,
  })
  if (count === 0) throw new NotFound('linkExpired')
}
