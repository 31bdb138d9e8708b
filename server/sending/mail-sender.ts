import type { Ctx } from '../context.ts'
import { isMailAddress, oneLine, type MailAddress } from '../mail/mail.ts'
import { readSetting } from '../settings/settings.ts'

/** From whom mails come: the product's own address under the shop's name, unless the shop's own one is verified (spec 3). */
export async function mailSender(ctx: Ctx): Promise<{ from: MailAddress; replyTo: MailAddress | null }> {
  const setting = await readSetting(ctx, 'emailSetting')
  const name = oneLine(setting.senderName || ctx.shop.name, 80)
  const own = setting.isCustomSenderEnabled && setting.isVerified && isMailAddress(setting.senderEmail)
  const reply = [setting.replyTo, ctx.shop.email].find(isMailAddress)
  return { from: { name, address: own ? setting.senderEmail : ownAddress(ctx.env.MAIL_FROM) }, replyTo: reply ? { name, address: reply } : null }
}

/** MAIL_FROM is an address, bare or as `Name <address>`. */
export function ownAddress(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}
