import type { MessageCode } from '../../rules/messages.ts'
import type { Ctx } from '../context.ts'
import { suppressions } from '../customers/suppressions.ts'
import { isMailAddress } from '../mail/mail.ts'
import { readSetting } from '../settings/settings.ts'

/** Why a reply cannot be mailed, by address as given; addresses that a mail would reach are left out. */
export async function unmailable(ctx: Ctx, emails: readonly string[]): Promise<Map<string, MessageCode>> {
  const { reviewReply } = await readSetting(ctx, 'emailTemplates')
  if (!reviewReply.enabled) return new Map(emails.map((email) => [email, 'emailSettingDisabled']))
  const suppressed = await suppressions(ctx, emails)
  return new Map(emails.flatMap((email): [string, MessageCode][] => {
    if (!isMailAddress(email)) return [[email, 'noCustomerEmail']]
    const reasons = suppressed.get(email.toLowerCase())
    if (!reasons) return []
    return [[email, reasons.has('unsubscribed') ? 'unsubscribed' : reasons.has('blocked') ? 'customerBlocked' : 'addressRefused']]
  }))
}
