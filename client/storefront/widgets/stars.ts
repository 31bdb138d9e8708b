import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'
import { html, type Html } from './html.ts'
import { lookClass, lookStyle } from './look.ts'
import type { Say, Summary } from './shown.ts'

/** A rating as people of this language write numbers: 4.6 or 4,6. */
export function rating(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
}

/** A count as people of this language write numbers: 2,610 or 2.610. */
export const countText = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value)

/** One row of stars, filled to the tenth. One element: candor.css cuts the row out of a gradient with an SVG mask. */
export function stars(value: number, label: string): Html {
  return html`<span class="candor-stars" role="img" aria-label="${label}" style="--candor-rate:${Math.round(value * 10) / 10}"></span>`
}

export interface BadgeView {
  summary: Summary
  settings: ReviewBoxSettings
  locale: string
  say: Say
}

/** The rating beside a product's name; leads to the review box. Its height is the same with and without reviews. */
export function starBadge({ summary, settings, locale, say }: BadgeView): Html {
  const { count, average } = summary
  const shown = rating(average, locale)
  return html`
    <a class="candor-badge ${lookClass(settings)}" href="#candor-reviews" style="${lookStyle(settings)}">
      ${stars(average, count ? say('widget.outOf', { rate: shown }) : say('widget.noReviews'))}
      ${count > 0 && html`<b class="candor-badge-rate" aria-hidden="true">${shown}</b>`}
      <span class="candor-badge-count"${count ? '' : html` aria-hidden="true"`}>${count ? say('widget.count', { count }) : say('widget.noReviews')}</span>
    </a>`
}
