import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'
import { html, type Html } from './html.ts'
import { lookClass, lookStyle } from './look.ts'
import type { PageView } from './shown.ts'
import { countText, rating, stars } from './stars.ts'

export interface BadgeView extends PageView {
  settings: Pick<ReviewBoxSettings, 'colours' | 'starIconType' | 'layout' | 'mobileGridColumnsCount'>
}

/**
 * The rating beside a product's name. It leads to the reviews where they stand on the same page; elsewhere it is part of the shop's
 * own link to the product. Its height is the same with and without reviews.
 */
export function starRating({ place, summary, settings, locale, say }: BadgeView): Html {
  const { count, average } = summary
  const shown = rating(average, locale)
  const look = html`class="candor-badge ${lookClass(settings)}" style="${lookStyle(settings)}"`
  const isLink = place === 'product' || place === 'reviews'
  const inner = html`
    ${stars(average, count ? say('widget.outOf', { rate: shown }) : say('widget.noReviews'))}
    ${count > 0 && html`<b class="candor-badge-rate" aria-hidden="true">${shown}</b>`}
    <span class="candor-badge-count"${!(count && isLink) && html` aria-hidden="true"`}>${!count ? say('widget.noReviews') : isLink ? say('widget.count', { count }) : `(${countText(count, locale)})`}</span>
    ${count > 0 && !isLink && html`<span class="candor-unseen">${say('widget.count', { count })}</span>`}`
  return isLink ? html`<a ${look} href="#candor-reviews">${inner}</a>` : html`<span ${look}>${inner}</span>`
}
