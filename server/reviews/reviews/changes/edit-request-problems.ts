import type { MessageCode } from '../../../../rules/messages.ts'
import type { Ctx } from '../../../core/context.ts'
import { findUnreachable } from '../../../requests/sending/unreachable.ts'

/** Why an edit request cannot be emailed, by address as given; addresses that can be asked are left out. */
export async function findEditRequestProblems(ctx: Ctx, emails: readonly string[]): Promise<Map<string, MessageCode>> {
  const problems = await findUnreachable(ctx, 'confirmEdit', emails)
  return new Map([...problems].map(([email, code]) => [email, toEditRequestProblem(code)]))
}

/** An address that is missing, malformed or suppressed reads 'Email not found, unable to send edit request' (spec 8). */
export const toEditRequestProblem = (code: MessageCode): MessageCode =>
  code === 'emailSettingDisabled' || code === 'planLacksEmail' ? code : 'editRequestNoEmail'
