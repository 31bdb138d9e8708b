import type { GeneralSettings } from '../../rules/settings/general.ts'
import type { SettingPatch } from '../../rules/settings/settings.ts'
import type { Ctx } from '../context.ts'
import { readVersioned, saveVersioned, type Versioned } from '../settings/versioned.ts'

export type VersionedGeneral = Versioned<GeneralSettings>

/** The general settings (spec 3) with the number of their last save; 0 while nothing was saved. */
export const generalSettings = (ctx: Ctx): Promise<VersionedGeneral> => readVersioned(ctx, 'general')

/**
 * Changes the fields a patch names. The number of stars that makes a review a negative one stands in the settings of
 * notifications too and is one number: it is written to both.
 * @throws InvalidInput with the fields; PlanRequired where a changed field needs a higher plan; Stale for another version than the present one
 */
export function saveGeneralSettings(ctx: Ctx, patch: SettingPatch<'general'>, version?: number | null): Promise<VersionedGeneral> {
  const { negativeReviewThreshold } = patch
  const beside = negativeReviewThreshold === undefined ? [] : [{ key: 'emailSetting' as const, patch: { negativeReview: negativeReviewThreshold } }]
  return saveVersioned(ctx, { key: 'general', patch, version, beside })
}
