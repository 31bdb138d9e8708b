import { parseSenderDomain, isFreeMailDomain } from '../../../rules/sender.ts'
import type { EmailSetting } from '../../../rules/settings/email-setting.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, type Problem } from '../../core/errors.ts'
import { isMailAddress } from '../mail/mail.ts'
import { saveServerFields } from '../../shop/settings/settings.ts'
import { findOrCreateDomain } from './domain-key.ts'
import { unpause } from './pause.ts'

const serverFields = ['smtpType', 'host', 'port', 'encryption', 'authentication', 'username', 'senderEmail'] as const
const senderFields = ['senderEmail', 'isCustomSenderEnabled', 'smtpType', 'host', 'authentication', 'username'] as const

/**
 * Applies a save of the sender. Refuses an unusable one, creates a new domain's key, and resets the verification of
 * another domain.
 * @throws InvalidInput with the fields
 */
export async function applySenderSave(
  tx: Ctx,
  { before, after }: { before: EmailSetting; after: EmailSetting },
): Promise<void> {
  const changed = (fields: readonly (keyof EmailSetting)[]) => fields.some((field) => before[field] !== after[field])
  if (changed(senderFields)) {
    const problems = problemsOf(after)
    if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  }
  // The save may have fixed the cause of the pause. If not, the next email pauses again.
  if (changed(serverFields)) {
    await unpause(tx, 'smtp')
    if (after.isSmtpVerified) await saveServerFields(tx, 'emailSetting', { isSmtpVerified: false })
  }
  if (before.senderEmail === after.senderEmail && before.isCustomSenderEnabled === after.isCustomSenderEnabled) return
  const domain = parseSenderDomain(after.senderEmail)
  const row =
    after.isCustomSenderEnabled && after.senderEmail && !isFreeMailDomain(domain)
      ? await findOrCreateDomain(tx, domain)
      : null
  const isVerified = row?.state === 'verified'
  const sentEmailVerify = after.sentEmailVerify && before.senderEmail === after.senderEmail
  if (isVerified !== after.isVerified || sentEmailVerify !== after.sentEmailVerify)
    await saveServerFields(tx, 'emailSetting', { isVerified, sentEmailVerify })
}

function problemsOf({
  senderEmail,
  isCustomSenderEnabled,
  smtpType,
  host,
  authentication,
  username,
}: EmailSetting): Record<string, Problem> {
  const domain = parseSenderDomain(senderEmail)
  if (smtpType === 'default') {
    if (!isCustomSenderEnabled) return {}
    if (!senderEmail) return { senderEmail: 'senderNeedsAddress' }
    return isFreeMailDomain(domain) ? { senderEmail: { code: 'freeMailDomain', params: { domain } } } : {}
  }
  // With its own mail server, a shop may use any address that the server accepts.
  return {
    ...(host ? {} : { host: 'required' as const }),
    ...(authentication && !username ? { username: 'required' as const } : {}),
    ...(senderEmail || isMailAddress(username) ? {} : { senderEmail: 'senderNeedsAddress' as const }),
  }
}
