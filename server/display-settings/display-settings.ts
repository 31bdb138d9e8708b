import type { ReviewBoxSettings } from '../../rules/settings/review-box.ts'
import type { SettingPatch } from '../../rules/settings/settings.ts'
import type { Ctx } from '../context.ts'
import { readSetting, saveSetting } from '../settings/settings.ts'

/** How the review box looks and what its form asks for (spec 3, review block setting). */
export const reviewBoxSettings = (ctx: Ctx): Promise<ReviewBoxSettings> => readSetting(ctx, 'reviewBox')

/**
 * Changes the fields a patch names. The storefront shows it with the next request: kept pages carry the settings' version.
 * @throws InvalidInput with the fields
 */
export function updateReviewBoxSettings(ctx: Ctx, patch: SettingPatch<'reviewBox'>): Promise<ReviewBoxSettings> {
  return saveSetting(ctx, 'reviewBox', patch)
}
