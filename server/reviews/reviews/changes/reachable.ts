import type { MessageCode } from '../../../../rules/messages.ts'
import type { Ctx } from '../../../core/context.ts'
import { unreachable } from '../../../requests/sending/unreachable.ts'

/** Why an edit request cannot be emailed, by address as given; addresses that can be asked are left out. */
export async function unaskable(ctx: Ctx, emails: readonly string[]): Promise<Map<string, MessageCode>> {
  const problems = await unreachable(ctx, 'confirmEdit', emails)
  return new Map([...problems].map(([email, code]) => [email, askProblem(code)]))
}

/** An address that is missing, malformed or suppressed reads 'Email not found, unable to send edit request' (spec 8). */
export const askProblem = (code: MessageCode): MessageCode =>
  code === 'emailSettingDisabled' || code === 'planLacksEmail' ? code : 'editRequestNoEmail'
