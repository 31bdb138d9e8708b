import type { SettingPatch, SettingValue } from '../../rules/settings/settings.ts'
import { rescheduleAll } from '../requests/reschedule.ts'
import { inTransaction } from '../context.ts'
import type { Ctx } from '../context.ts'
import { saveSetting } from '../settings/settings.ts'

/**
 * Saves the timing of requests (spec 3, 5). Requests that have a date keep it; those that wait for their condition are
 * looked at again by a job, as the condition may be another one now.
 * @throws InvalidInput with the fields
 */
export async function saveRequestTiming(ctx: Ctx, patch: SettingPatch<'requestTiming'>): Promise<SettingValue<'requestTiming'>> {
  return inTransaction(ctx, async (tx) => {
    const saved = await saveSetting(tx, 'requestTiming', patch)
    await rescheduleAll(tx)
    return saved
  })
}
