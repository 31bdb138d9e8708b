import type { Ctx } from '../../core/context.ts'
import type { FeedReview } from './feed-reviews.ts'

/** Schema of the product review feed; Google accepts only this version. */
const schemaUrl = 'http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd'

/** Escapes markup and drops characters that XML 1.0 can't hold. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`
const list = (outer: string, inner: string, values: readonly string[]): string =>
  values.length > 0 ? `<${outer}>${values.map((value) => element(inner, value)).join('')}</${outer}>` : ''

/** Writes Google's product review feed 2.4. Always a full feed, because Google deletes missing reviews. */
export async function* googleFeed(ctx: Ctx, batches: AsyncIterable<readonly FeedReview[]>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${schemaUrl}">
<version>2.4</version>
<aggregator>${element('name', 'Candor')}</aggregator>
<publisher>${element('name', ctx.shop.name)}</publisher>
<reviews>
`
  for await (const reviews of batches) yield reviews.map((review) => `${writeReview(review)}\n`).join('')
  yield '</reviews>\n</feed>\n'
}

function writeReview(review: FeedReview): string {
  const { product } = review
  const ids = [
    list('gtins', 'gtin', product.gtins),
    list('skus', 'sku', product.skus),
    list('brands', 'brand', product.brand ? [product.brand] : []),
  ].join('')
  return [
    '<review>',
    element('review_id', review.id),
    `<reviewer>${review.author ? element('name', review.author) : '<name is_anonymous="true">Anonymous</name>'}</reviewer>`,
    element('is_verified_purchase', String(review.isVerified)),
    element('is_incentivized_review', String(review.isIncentivized)),
    element('review_timestamp', review.createdAt.toISOString()),
    review.title && review.title !== review.content ? element('title', review.title) : '',
    element('content', review.content),
    review.language ? element('review_language', review.language) : '',
    review.country ? element('review_country', review.country) : '',
    `<review_url type="group">${escapeXml(product.url)}#candor-reviews</review_url>`,
    review.images.length > 0
      ? `<reviewer_images>${review.images.map((url) => `<reviewer_image>${element('url', url)}</reviewer_image>`).join('')}</reviewer_images>`
      : '',
    `<ratings><overall min="1" max="5">${review.rate}</overall></ratings>`,
    `<products><product>${ids ? `<product_ids>${ids}</product_ids>` : ''}${element('product_name', product.title)}${element('product_url', product.url)}</product></products>`,
    '<is_spam>false</is_spam>',
    element('collection_method', review.hasOrder ? 'post_fulfillment' : 'unsolicited'),
    '</review>',
  ].join('')
}
