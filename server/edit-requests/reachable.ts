import type { MessageCode } from '../../rules/messages.ts'
import type { Ctx } from '../context.ts'
import { suppressions } from '../customers/suppressions.ts'
import { isMailAddress } from '../mail/mail.ts'
import { readSetting } from '../settings/settings.ts'

/**
 * Why an edit request cannot be mailed, by address as given; addresses that can be asked are left out. Of an address that is
 * missing, malformed or suppressed: 'Email not found, unable to send edit request' (spec 8); of all when the merchant has
 * switched the confirm-edit template off: nobody could answer.
 */
export async function unaskable(ctx: Ctx, emails: readonly string[]): Promise<Map<string, MessageCode>> {
  const { confirmEdit } = await readSetting(ctx, 'emailTemplates')
  if (!confirmEdit.enabled) return new Map(emails.map((email) => [email, 'emailSettingDisabled']))
  const suppressed = await suppressions(ctx, emails)
  const problems = new Map<string, MessageCode>()
  for (const email of emails) if (!isMailAddress(email.trim()) || suppressed.has(email.trim().toLowerCase())) problems.set(email, 'editRequestNoEmail')
  return problems
}
