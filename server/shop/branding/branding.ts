import { readThemeBrand, type ThemeBrand } from '../../../rules/theme-brand.ts'
import type { Ctx } from '../../core/context.ts'
import { UpstreamFailed } from '../../core/errors.ts'

/**
 * Reads colors, font and corners of the shop's published theme. Saves nothing.
 * @throws UpstreamFailed if the theme's settings are missing or can't be read
 */
export async function loadThemeBrand(ctx: Ctx): Promise<ThemeBrand> {
  const file = (await ctx.platform.themeFiles(ctx.shop)).find(({ name }) => name === 'config/settings_data.json')
  const brand = file ? readThemeBrand(file.text) : null
  if (!brand || Object.keys(brand).length === 0) throw new UpstreamFailed('themeUnreadable')
  return brand
}
