import { parseSenderDomain, isFreeMailDomain } from '../../../rules/sender.ts'
import type { EmailSetting } from '../../../rules/settings/email-setting.ts'
import type { Ctx } from '../../core/context.ts'
import { isMailAddress, oneLine, type DkimKey, type MailAddress } from '../mail/mail.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { findSigningKey } from './domain-key.ts'
import { parseMailFrom } from './parse-mail-from.ts'
import { buildPostmarkHeaders, buildReturnPath } from './return-path.ts'

interface Envelope {
  dkim?: DkimKey
  returnPath?: string
  headers?: Record<string, string>
}

interface MailSender {
  from: MailAddress
  replyTo: MailAddress | null
  /** Returns an email's signature and the return path that identifies it. */
  envelope(itemId?: string): Envelope
}

export const usesOwnServer = ({ smtpType, host }: Pick<EmailSetting, 'smtpType' | 'host'>): boolean =>
  smtpType === 'custom' && host !== ''

/**
 * Returns the sender of a shop's emails (spec 3). Either our address with the shop's name, or the shop's address on a
 * verified domain or its own server. So `From` always aligns with the signature or the server (DMARC).
 */
export async function readMailSender(ctx: Ctx): Promise<MailSender> {
  const setting = await readSetting(ctx, 'emailSetting')
  const name = oneLine(setting.senderName || ctx.shop.name, 80)
  const reply = [setting.replyTo, ctx.shop.email].find(isMailAddress)
  const replyTo = reply ? { name, address: reply } : null
  const domain = parseSenderDomain(setting.senderEmail)
  const isOwn =
    setting.isCustomSenderEnabled &&
    setting.isVerified &&
    isMailAddress(setting.senderEmail) &&
    !isFreeMailDomain(domain)
  const signing = isOwn ? await findSigningKey(ctx, domain) : null
  if (usesOwnServer(setting)) {
    const address = [setting.senderEmail, setting.username].find(isMailAddress)
    // The server may refuse other return paths, so the shop itself gets the bounces.
    if (address) return { from: { name, address }, replyTo, envelope: () => (signing ? { dkim: signing.dkim } : {}) }
  }
  if (signing)
    return {
      from: { name, address: setting.senderEmail },
      replyTo,
      envelope: (itemId) => ({ dkim: signing.dkim, ...returnPathAt(ctx, itemId, signing.bounceHost) }),
    }
  return {
    from: { name, address: parseMailFrom(ctx.env.MAIL_FROM) },
    replyTo,
    envelope: (itemId) => returnPathAt(ctx, itemId, ctx.env.CANDOR_BOUNCE_DOMAIN),
  }
}

function returnPathAt(ctx: Ctx, itemId: string | undefined, host: string | undefined): Envelope {
  if (!itemId || !host || !ctx.env.CANDOR_BOUNCE_DOMAIN) return {}
  const path = buildReturnPath(ctx, itemId, host)
  return { returnPath: path, ...(ctx.env.CANDOR_POSTMARK_LOGIN && { headers: buildPostmarkHeaders(path) }) }
}
