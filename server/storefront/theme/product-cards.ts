import { PLACES, type Place } from '../../../client/storefront/widgets/shown.ts'
import { themeStyle } from '../../../client/storefront/widgets/theme-style.ts'
import { WIDGETS, type Widget } from '../../../client/storefront/widgets/widgets.ts'
import { iconStyles } from '../../../client/storefront/widgets/box/box-style.ts'
import type { Ctx } from '../../core/context.ts'
import { styleText } from '../../core/pages/assets.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { readRenderOptions } from '../widgets/page-view.ts'

const hidden = '{display:none!important}'

/** Parts of a card that the presets of the star rating leave out. */
const hiddenParts = {
  full: '.candor-card .candor-one',
  simple: '.candor-card :is(.candor-one,.candor-card-rate)',
  compact: '.candor-card :is(.candor-stars,.candor-card-count)',
} as const

/**
 * Returns the style that shows the ratings in a theme's product cards, and the pages it is for. The theme's snippet
 * prints them hidden, so that the settings decide (docs/developers/themes.md).
 */
export async function productCards(ctx: Ctx): Promise<{ html: string; on: Place[] }> {
  const settings = await readSetting(ctx, 'starRating')
  const { shared } = await readRenderOptions(ctx)
  const row: Widget = WIDGETS.starRating
  const on = PLACES.filter((place) => row.stands?.(settings, { place, isListed: true }))
  const icon = new RegExp(`\\.candor-icon-${shared.starIconType}\\{(--candor-icon:[^}]+)\\}`).exec(
    styleText(iconStyles(shared.starIconType)),
  )?.[1]
  const look = [themeStyle(shared), icon].filter(Boolean).join(';')
  const shown = '.candor-card{display:inline-flex!important}'
  const left = `${hiddenParts[settings.presetStarRating]}${settings.hideNoStarRating ? ',.candor-card-empty' : ''}`
  // The first layer wins over the extension's stylesheet, the colors outside over its defaults.
  const html = `<style>@layer candor-own,candor-first,candor;@layer candor-own{${shown}${left}${hidden}}.candor-card{${look}}</style>`
  return { html, on }
}
