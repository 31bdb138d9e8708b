import { readThemeBrand, type ThemeBrand } from '../../rules/theme-brand.ts'
import type { Ctx } from '../context.ts'
import { UpstreamFailed } from '../errors.ts'

/**
 * Reads colors, font and corners of the shop's published theme. Saves nothing.
 * @throws UpstreamFailed if the platform doesn't give the theme's settings, or they can't be read
 */
export async function themeBrand(ctx: Ctx): Promise<ThemeBrand> {
  const text = await ctx.platform.themeSettings(ctx.shop)
  const brand = text === null ? null : readThemeBrand(text)
  if (!brand || Object.keys(brand).length === 0) throw new UpstreamFailed('themeUnreadable')
  return brand
}
