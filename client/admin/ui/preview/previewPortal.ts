import { maxReviewContentChars, maxReviewTitleChars } from '../../../../rules/limits.ts'
import type { OwnReview, PortalView } from '../../../storefront/widgets/shown.ts'
import type { RawReview } from './previewReviews.ts'

/** Number of the shop's reviews shown as one customer's. */
const shown = 2

/** Returns the account of an example customer: author of the first reviews, with the next product still to review. */
export function previewPortal(reviews: readonly RawReview[], write: (date: Date) => string): PortalView {
  const own = reviews.slice(0, shown).map(({ id, rate, title, content, createdAt, product }, index): OwnReview => ({
    id,
    rate,
    title,
    content,
    createdAt,
    date: write(new Date(createdAt)),
    editable: true,
    token: '',
    product: product ? { title: product.title, url: '#', image: product.image ?? null } : null,
    state: index === 0 ? 'published' : 'pending',
  }))
  const titles = new Map(reviews.slice(shown).flatMap(({ product }) => (product ? [[product.title, product]] : [])))
  const toReview = [...titles.values()]
    .slice(0, shown)
    .map(({ title, image }) => ({ title, url: '#', image: image ?? null }))
  return {
    action: '',
    reviews: own,
    toReview,
    maxTitleChars: maxReviewTitleChars,
    maxContentChars: maxReviewContentChars,
  }
}
