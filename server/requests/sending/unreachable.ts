import type { MessageCode } from '../../../rules/messages.ts'
import type { EmailTemplateKey } from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'
import { findSuppressionSkip, readSuppressions } from '../../shop/customers/suppressions.ts'
import { isMailAddress } from '../mail/mail.ts'
import { readSetting } from '../../shop/settings/settings.ts'

/** Returns addresses that can't receive even emails that the law asks for: missing, malformed or bounced ones. */
export async function findUndeliverable(ctx: Ctx, emails: readonly string[]): Promise<Map<string, MessageCode>> {
  const suppressed = await readSuppressions(ctx, emails)
  return new Map(
    emails.flatMap((email): [string, MessageCode][] => {
      if (!isMailAddress(email.trim())) return [[email, 'noCustomerEmail']]
      return suppressed.get(email)?.has('bounced') ? [[email, 'addressRefused']] : []
    }),
  )
}

/** Returns addresses on the suppression list, each with the reason. */
export async function findSuppressed(ctx: Ctx, emails: readonly string[]): Promise<Map<string, MessageCode>> {
  const suppressed = await readSuppressions(ctx, emails)
  return new Map(
    [...suppressed].map(([email, reasons]): [string, MessageCode] => [
      email,
      findSuppressionSkip(reasons) ?? 'addressRefused',
    ]),
  )
}

/**
 * Returns why emails can't be sent, by address as given. The template is off, or the address is missing, malformed or
 * suppressed. Leaves out reachable addresses. Does not check the plan.
 */
export async function findUnreachable(
  ctx: Ctx,
  template: EmailTemplateKey,
  emails: readonly string[],
): Promise<Map<string, MessageCode>> {
  if (!(await readSetting(ctx, 'emailTemplates'))[template].enabled)
    return new Map(emails.map((email) => [email, 'emailSettingDisabled']))
  const suppressed = await findSuppressed(ctx, emails)
  return new Map(
    emails.flatMap((email): [string, MessageCode][] => {
      const problem = isMailAddress(email.trim()) ? suppressed.get(email) : 'noCustomerEmail'
      return problem ? [[email, problem]] : []
    }),
  )
}
