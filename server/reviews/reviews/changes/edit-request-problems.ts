import type { MessageCode } from '../../../../rules/messages.ts'
import type { Ctx } from '../../../core/context.ts'
import { findUnreachable } from '../../../requests/sending/unreachable.ts'

/** Returns why edit requests can't be emailed, by address as given; leaves out reachable addresses. */
export async function findEditRequestProblems(ctx: Ctx, emails: readonly string[]): Promise<Map<string, MessageCode>> {
  const problems = await findUnreachable(ctx, 'confirmEdit', emails)
  return new Map([...problems].map(([email, code]) => [email, toEditRequestProblem(code)]))
}

/** Maps a missing, malformed or suppressed address to 'Email not found, unable to send edit request' (spec 8). */
export const toEditRequestProblem = (code: MessageCode): MessageCode =>
  code === 'emailSettingDisabled' || code === 'planLacksEmail' ? code : 'editRequestNoEmail'
