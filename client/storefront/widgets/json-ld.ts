import type { ShownReview, Summary } from './shown.ts'

/** The product, for pages without their own product markup. */
interface SoldProduct {
  brand: string
  currency: string
  variants: readonly { sku: string; /** A valid GTIN, or empty. */ gtin: string; priceCents: number }[]
}

export interface JsonLdView {
  product: { name: string; url: string; image: string | null; description: string }
  sold?: SoldProduct | null
  summary: Summary
  reviews: readonly ShownReview[]
  /** Average and number, which search results show as stars. */
  aggregate?: boolean
}

/**
 * Returns the product's ratings for search engines, as text for a `script type="application/ld+json"`. Null without a
 * review. Contains only content of the page. `@id` is the page's URL and `#product`, as in themes, so it joins their
 * Product. Includes the offer only if the page has no other markup.
 */
export function jsonLd({ product, sold, summary, reviews, aggregate = true }: JsonLdView): string | null {
  if (!summary.count) return null
  const document = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${product.url}#product`,
    name: shorten(product.name),
    url: product.url,
    ...(product.image ? { image: product.image } : {}),
    ...(product.description ? { description: product.description } : {}),
    ...(sold ? soldOf(sold, product.url) : {}),
    ...(aggregate
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: summary.average,
            reviewCount: summary.count,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
    ...(reviews.length > 0 ? { review: reviews.map(reviewOf) } : {}),
  }
  return inScript(JSON.stringify(document))
}

/** Google refuses longer names of products. */
const maxProductNameChars = 150

/** Cuts between characters, so that no half of a pair stays. */
const shorten = (name: string): string =>
  name.length > maxProductNameChars
    ? `${[...name.slice(0, maxProductNameChars - 1)].slice(0, -1).join('').trimEnd()}…`
    : name

function soldOf({ brand, currency, variants }: SoldProduct, url: string): object {
  const prices = variants.map(({ priceCents }) => priceCents).sort((one, other) => one - other)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  const { sku, gtin } = {
    sku: variants.find((variant) => variant.sku)?.sku,
    gtin: variants.find((variant) => variant.gtin)?.gtin,
  }
  const common = { priceCurrency: currency, url }
  return {
    ...(brand ? { brand: { '@type': 'Brand', name: brand } } : {}),
    ...(sku ? { sku } : {}),
    ...(gtin ? { gtin } : {}),
    ...(lowest === undefined || highest === undefined
      ? {}
      : {
          offers:
            lowest === highest
              ? { '@type': 'Offer', price: decimal(lowest), ...common }
              : {
                  '@type': 'AggregateOffer',
                  lowPrice: decimal(lowest),
                  highPrice: decimal(highest),
                  offerCount: variants.length,
                  ...common,
                },
        }),
  }
}

const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Search engines take names of up to 100 characters. */
const mostNameChars = 99

function reviewOf(review: ShownReview): object {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: [...(review.author || 'Anonymous')].slice(0, mostNameChars).join('') },
    ...(review.date ? { datePublished: review.createdAt.slice(0, 10) } : {}),
    reviewRating: { '@type': 'Rating', ratingValue: review.rate, bestRating: 5, worstRating: 1 },
    ...(review.title ? { name: review.title } : {}),
    ...(review.content ? { reviewBody: review.content } : {}),
    // schema.org has no property for it.
    ...(review.incentivized ? { disambiguatingDescription: 'Incentivized review' } : {}),
  }
}

/** Escapes text that would end the script element or open a comment in it. */
const inScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
