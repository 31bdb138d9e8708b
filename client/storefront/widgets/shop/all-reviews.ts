import type { AllReviewsSettings } from '../../../../rules/settings/all-reviews.ts'
import { customStyle } from '../custom-css.ts'
import { html, type Html } from '../html.ts'
import { boxOf } from '../review-box.ts'
import type { PageView } from '../shown.ts'

/** Renders the page of all reviews of the shop: the review box without a form. */
export function allReviews({ settings, ...view }: PageView & { settings: AllReviewsSettings }): Html {
  const { enabled, layout, showSummary, showProduct, customCss } = settings
  if (!enabled) return html``
  const reviews = showProduct ? view.reviews : view.reviews.map((review) => ({ ...review, product: null }))
  return boxOf(
    { ...view, reviews, form: null, closed: undefined, settings: { ...view.design, layout } },
    { widget: 'allReviews', hidesSummary: !showSummary, style: customStyle('allReviews', customCss) },
  )
}
