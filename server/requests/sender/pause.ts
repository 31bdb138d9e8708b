import type { PauseReason } from '../../../rules/sender.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { oneLine } from '../mail/mail.ts'

/** Pauses a shop's emails: its requests wait, and claims skip the shop. The first reason stays. */
export async function pauseMails(ctx: Ctx, reason: PauseReason, text: string): Promise<void> {
  const paused = { mailPause: reason, mailPauseText: oneLine(text, 300), mailPausedAt: ctx.now() }
  const { count } = await ctx.db.shop.updateMany({
    where: { id: ctx.shop.id, mailPausedAt: null },
    data: { ...paused, version: { increment: 1 } },
  })
  if (count === 0) return
  Object.assign(ctx.shop, paused)
  ctx.log.warn({ shopId: ctx.shop.id, reason, text: paused.mailPauseText }, 'a shop’s emails are paused')
  ctx.publish('shop', ctx.shop.id)
}

/** Resumes a shop's emails if they are paused (for this reason). Earlier bounces and complaints no longer count. */
export async function unpause(ctx: Ctx, reason?: PauseReason): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const where = { id: tx.shop.id, mailPausedAt: { not: null }, ...(reason && { mailPause: reason }) }
    const { count } = await tx.db.shop.updateMany({
      where,
      data: {
        mailPause: null,
        mailPauseText: '',
        mailPausedAt: null,
        mailResumedAt: tx.now(),
        version: { increment: 1 },
      },
    })
    if (count === 0) return
    Object.assign(ctx.shop, { mailPause: null, mailPauseText: '', mailPausedAt: null })
    tx.publish('shop', tx.shop.id)
  })
}
