import { buildBrandTheme, buildSharedTheme, applyBrand, type BrandTheme } from '../../../rules/brand.ts'
import type { BrandingSettings } from '../../../rules/settings/branding.ts'
import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'
import type { SettingKey, SettingValue } from '../../../rules/settings/settings.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from './settings.ts'

/** Filled documents by document and brand, which `readSetting` returns unchanged until a save. */
const filled = new WeakMap<object, { branding: BrandingSettings; value: unknown }>()

/** Returns a settings document for display: the brand fills in its empty fields. */
export async function readBrandedSetting<Key extends SettingKey>(ctx: Ctx, key: Key): Promise<SettingValue<Key>> {
  const [value, branding] = [await readSetting(ctx, key), await readSetting(ctx, 'branding')]
  const known = filled.get(value)
  if (known?.branding === branding) return known.value as SettingValue<Key>
  const shown = applyBrand(key, value, branding)
  filled.set(value, { branding, value: shown })
  return shown
}

/** Cache of shared themes by the review box's document and brand. */
const shared = new WeakMap<object, { branding: BrandingSettings; value: ReviewBoxSettings }>()

/** Returns the theme that other widgets take from the review box: without its colors. */
export async function readSharedTheme(ctx: Ctx): Promise<ReviewBoxSettings> {
  const [box, branding] = [await readSetting(ctx, 'reviewBox'), await readSetting(ctx, 'branding')]
  const known = shared.get(box)
  if (known?.branding === branding) return known.value
  const value = buildSharedTheme(box, branding)
  shared.set(box, { branding, value })
  return value
}

export const readBrandTheme = async (ctx: Ctx): Promise<BrandTheme> =>
  buildBrandTheme(await readSetting(ctx, 'branding'), ctx.shop)
