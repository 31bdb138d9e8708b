import { findFaultyField } from '../../../rules/smtp-fault.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, UpstreamFailed } from '../../core/errors.ts'
import { readSetting, saveServerFields } from '../../shop/settings/settings.ts'
import { MailRefused, oneLine } from '../mail/mail.ts'
import { SmtpTargetRefused, type MerchantServer } from '../mail/merchant-smtp.ts'
import type { SmtpMail } from '../mail/smtp.ts'
import { usesOwnServer } from './identity.ts'
import { ownServer } from './outlet.ts'
import { targetCodes, unpause } from './pause.ts'

/** Opens a mail server of the form. @throws InvalidInput for the host or the port */
export async function openServer(ctx: Ctx, server: MerchantServer): Promise<SmtpMail> {
  return ctx.smtp.open(server).catch((error: unknown) => {
    throw error instanceof SmtpTargetRefused
      ? new InvalidInput({ [error.problem === 'port' ? 'port' : 'host']: targetCodes[error.problem] })
      : error
  })
}

/** Returns the refusal of a test: the server's answer, and the field at fault if the answer names one. */
export function toTestRefusal(ctx: Ctx, error: unknown): UpstreamFailed {
  ctx.log.info({ err: error, shopId: ctx.shop.id }, 'a mail server did not pass a test')
  const field = error instanceof MailRefused && findFaultyField(error.cause ?? {})
  const reason = oneLine(error instanceof Error ? error.message : String(error), 200)
  return new UpstreamFailed('cannotVerify', { reason, ...(field && { field }) })
}

/** Remembers that the stored mail server works, and ends a pause that it caused. */
export async function noteServerWorks(ctx: Ctx): Promise<void> {
  const { isSmtpVerified } = await readSetting(ctx, 'emailSetting')
  if (!isSmtpVerified) await saveServerFields(ctx, 'emailSetting', { isSmtpVerified: true })
  await unpause(ctx, 'smtp')
}

/**
 * Logs in at the shop's stored mail server, without an email, and stores that it works.
 * @throws UpstreamFailed 'Cannot verify settings' with the reason; InvalidInput for the host or the port
 */
export async function checkServer(ctx: Ctx): Promise<void> {
  const setting = await readSetting(ctx, 'emailSetting')
  if (!usesOwnServer(setting)) return
  const mail = await openServer(ctx, await ownServer(ctx, setting))
  try {
    await mail.verify()
  } catch (error) {
    throw toTestRefusal(ctx, error)
  } finally {
    await mail.close()
  }
  await noteServerWorks(ctx)
}
