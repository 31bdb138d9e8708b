import type { ShownReview, Summary } from './shown.ts'

export interface JsonLdView {
  product: { name: string; url: string; image: string | null; description: string }
  summary: Summary
  reviews: readonly ShownReview[]
  /** Average and number, which searches show as stars. */
  aggregate?: boolean
}

/**
 * The product's ratings for search engines, as text for a `script type="application/ld+json"`: only what the page shows.
 * Null without a review. `@id` is the page's address and `#product`, so that it joins the theme's own Product instead of
 * being a second one.
 */
export function jsonLd({ product, summary, reviews, aggregate = true }: JsonLdView): string | null {
  if (!summary.count) return null
  const document = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${product.url}#product`,
    name: product.name,
    url: product.url,
    ...(product.image ? { image: product.image } : {}),
    ...(product.description ? { description: product.description } : {}),
    ...(aggregate ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: summary.average, reviewCount: summary.count, bestRating: 5, worstRating: 1 } } : {}),
    ...(reviews.length > 0 ? { review: reviews.map(reviewOf) } : {}),
  }
  return inScript(JSON.stringify(document))
}

function reviewOf(review: ShownReview): object {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: review.author || 'Anonymous' },
    ...(review.date ? { datePublished: review.createdAt.slice(0, 10) } : {}),
    reviewRating: { '@type': 'Rating', ratingValue: review.rate, bestRating: 5, worstRating: 1 },
    ...(review.title ? { name: review.title } : {}),
    ...(review.content ? { reviewBody: review.content } : {}),
    // schema.org has no property of its own for it.
    ...(review.incentivized ? { disambiguatingDescription: 'Incentivized review' } : {}),
  }
}

/** No text can end the script element or open a comment in it. */
const inScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
