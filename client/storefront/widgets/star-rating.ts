import type { StarRatingSettings } from '../../../rules/settings/star-rating.ts'
import { widgetId } from './ids.ts'
import { html, type Html } from './html.ts'
import { themeClass, themeStyle } from './theme-style.ts'
import { STARS, type PageView } from './shown.ts'
import { countText, rating, stars } from './reviews/stars.ts'
import { customStyle } from './custom-css.ts'

interface BadgeView extends PageView {
  settings: StarRatingSettings
}

/**
 * Renders the rating next to a product's name. Links to the reviews if they are on the same page. Elsewhere it is part
 * of the shop's product link. Its height is the same with and without reviews.
 */
export function starRating(view: BadgeView): Html {
  const {
    place,
    summary: { count },
    settings,
    design,
  } = view
  if (!settings.enableStarRating || (settings.hideNoStarRating && !count)) return html``
  const look = html`class="candor-badge ${themeClass(design)}" style="${themeStyle(design)}"`
  const root = html`lang="${view.locale}" dir="${view.direction}" data-candor-widget="starRating"`
  const isLink = place === 'product' || place === 'reviews'
  const inner = content(view, isLink)
  const style = !view.isListed && customStyle('starRating', settings.customCss)
  if (!isLink) return html`<span ${look} ${root}>${inner}${style}</span>`
  if (!settings.enablePopupReview || !count)
    return html`<a ${look} ${root} href="#${widgetId('reviews', view.key)}">${inner}${style}</a>`
  return html`<span ${look} ${root}><button type="button" class="candor-badge-open" popovertarget="${widgetId('rating', view.key)}">${inner}</button>${distribution(view)}${style}</span>`
}

function content(
  { summary: { count, average }, settings: { presetStarRating: preset }, locale, say }: BadgeView,
  isLink: boolean,
): Html {
  const shown = rating(average, locale)
  const label = count ? say('widget.outOf', { rate: shown }) : say('widget.noReviews')
  return html`
    ${preset === 'compact' && count ? html`<span class="candor-one" role="img" aria-label="${label}"></span>` : stars(average, label)}
    ${count > 0 && preset !== 'simple' && html`<b class="candor-badge-rate" aria-hidden="true">${shown}</b>`}
    <span class="candor-badge-count"${!(count && isLink) && html` aria-hidden="true"`}>${!count ? say('widget.noReviews') : isLink && preset !== 'compact' ? say('widget.count', { count }) : `(${countText(count, locale)})`}</span>
    ${count > 0 && !isLink && html`<span class="candor-unseen">${say('widget.count', { count })}</span>`}`
}

/** Renders the distribution of stars, which opens without a script. */
function distribution({ summary, say, locale, key }: BadgeView): Html {
  return html`
    <span class="candor-rating" id="${widgetId('rating', key)}" popover role="dialog" tabindex="-1" autofocus style="display:none" aria-label="${say('widget.distribution')}">
      ${STARS.map(
        (rate) => html`
        <span class="candor-rating-row"><span class="candor-unseen">${say('widget.rateLink', { stars: rate, count: summary.histogram[rate] })}</span>
          <span aria-hidden="true">${rate}</span><span class="candor-one" aria-hidden="true"></span>
          <span class="candor-track" aria-hidden="true"><span style="inline-size:${Math.round((summary.histogram[rate] / summary.count) * 100)}%"></span></span>
          <span aria-hidden="true">${countText(summary.histogram[rate], locale)}</span></span>`,
      )}
      <a href="#${widgetId('reviews', key)}">${say('widget.toReviews')}</a>
    </span>`
}
