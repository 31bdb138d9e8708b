import type { EmailSetting } from '../../rules/settings/email-setting.ts'
import type { SettingPatch } from '../../rules/settings/settings.ts'
import type { Ctx } from '../context.ts'
import { readVersioned, saveVersioned, type Versioned } from '../settings/versioned.ts'

const FIELDS = ['enabledEmailNewReview', 'enabledEmailNegativeReview', 'receiverNewReview', 'receiverNegativeReview', 'negativeReview'] as const
type Field = (typeof FIELDS)[number]

/** Which notices the merchant gets, and who reads them: a part of the email setting (spec 3). */
export type NotificationSettings = Versioned<Pick<EmailSetting, Field>>

export const notificationSettings = async (ctx: Ctx): Promise<NotificationSettings> => readVersioned(ctx, 'emailSetting')

/**
 * Changes the fields a patch names; no other field of the email setting. The stars of a negative review are the general
 * settings' too and are written to both.
 * @throws InvalidInput with the fields ('Invalid email' for a list of receivers); Stale
 */
export async function saveNotificationSettings(ctx: Ctx, given: SettingPatch<'emailSetting'>, version?: number | null): Promise<NotificationSettings> {
  const patch = Object.fromEntries(FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]]))) as SettingPatch<'emailSetting'>
  const beside = patch.negativeReview === undefined ? [] : [{ key: 'general' as const, patch: { negativeReviewThreshold: patch.negativeReview } }]
  return saveVersioned(ctx, { key: 'emailSetting', patch, version, beside })
}
