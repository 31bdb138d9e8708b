import type { MessageCode } from '../../../rules/messages.ts'
import type { PauseReason } from '../../../rules/sender.ts'
import { findFaultyField } from '../../../rules/smtp-fault.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { readSetting, saveServerFields } from '../../shop/settings/settings.ts'
import { releaseMails } from '../delayed-mails/delayed-mails.ts'
import { oneLine } from '../mail/mail.ts'
import { SmtpTargetRefused } from '../mail/merchant-smtp.ts'

export const targetCodes: Readonly<Record<SmtpTargetRefused['problem'], MessageCode>> = {
  port: 'smtpPortRefused',
  address: 'smtpAddressRefused',
  unreachable: 'smtpUnreachable',
}

/** Returns why a mail server pauses a shop: a message code if there was no answer, else the answer. */
export function explainPause(error: unknown): string {
  if (error instanceof SmtpTargetRefused) return targetCodes[error.problem]
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined }
  const field = findFaultyField(cause ?? {})
  return field === 'host' || field === 'port' ? ('smtpUnreachable' satisfies MessageCode) : message
}

/**
 * Pauses a shop's emails: its requests wait, and claims skip the shop. The first reason stays. The merchant gets an
 * email about it from our own address.
 */
export async function pauseMails(ctx: Ctx, reason: PauseReason, text: string): Promise<void> {
  const paused = { mailPause: reason, mailPauseText: oneLine(text, 300), mailPausedAt: ctx.now() }
  const isNew = await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.shop.updateMany({
      where: { id: tx.shop.id, mailPausedAt: null },
      data: { ...paused, version: { increment: 1 } },
    })
    if (count === 0) return false
    if (reason === 'smtp' && (await readSetting(tx, 'emailSetting')).isSmtpVerified)
      await saveServerFields(tx, 'emailSetting', { isSmtpVerified: false })
    await tx.enqueue('mails.pause', { at: paused.mailPausedAt.toISOString() })
    tx.publish('shop', tx.shop.id)
    return true
  })
  if (!isNew) return
  Object.assign(ctx.shop, paused)
  ctx.log.warn({ shopId: ctx.shop.id, reason, text: paused.mailPauseText }, 'a shop’s emails are paused')
}

/**
 * Resumes a shop's emails if they are paused (for this reason), and sends those that waited. Earlier bounces and
 * complaints no longer count.
 */
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
    await releaseMails(tx)
    Object.assign(ctx.shop, { mailPause: null, mailPauseText: '', mailPausedAt: null })
    tx.publish('shop', tx.shop.id)
  })
}
