import type { GeneralSettings } from '../../../../rules/settings/general.ts'
import { widgetId } from '../ids.ts'
import { html, type Html } from '../html.ts'
import { themeStyle } from '../theme-style.ts'
import type { PageView } from '../shown.ts'
import { rating } from '../reviews/stars.ts'

/** The newest order-verified reviews of a shop that has earned the corner badge. */
export interface TopQuality {
  count: number
  average: number
  position: GeneralSettings['positionGGTopQuality']
}

/** Renders the corner badge: the rating by customers with a verified order. It links to the reviews. */
export function topQualityBadge({ design, say, locale, direction, place, switches, key }: PageView): Html | false {
  const quality = switches?.topQuality
  if (!quality || place !== 'product') return false
  const { count, average, position } = quality
  return html`
    <a class="candor-quality candor-quality-${position} candor-icon-${design.starIconType}" href="#${widgetId('reviews', key)}" lang="${locale}" dir="${direction}" style="${themeStyle(design)}" data-candor-widget="topQuality">
      <span class="candor-one" aria-hidden="true"></span>
      <span class="candor-unseen">${say('widget.outOf', { rate: rating(average, locale) })}</span>
      <b aria-hidden="true">${rating(average, locale)}</b>
      <span class="candor-quality-text"><strong>${say('widget.quality')}</strong><small>${say('widget.qualityCount', { count })}</small></span>
    </a>`
}
