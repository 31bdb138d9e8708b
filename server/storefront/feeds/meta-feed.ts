import type { Ctx } from '../../core/context.ts'
import { formatCsv } from '../../core/csv.ts'
import type { FeedReview } from './feed-reviews.ts'

/** Columns of Meta's product review feed (CSV), in its order. Lists are JSON. */
const columns = {
  aggregator: () => 'Candor',
  'store.name': (_review, { shop }) => shop.name,
  'store.id': (_review, { shop }) => shop.id,
  'store.storeUrls': (_review, { shop }) => JSON.stringify([shop.domain]),
  reviewID: ({ id }) => id,
  rating: ({ rate }) => String(rate),
  title: ({ title }) => title,
  content: ({ content }) => content,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  updated_at: ({ updatedAt }) => updatedAt.toISOString(),
  review_image_urls: ({ images }) => (images.length > 0 ? JSON.stringify(images) : ''),
  incentivized: ({ isIncentivized }) => String(isIncentivized),
  has_verified_purchase: ({ isVerified }) => String(isVerified),
  // Required together with the next column.
  'reviewer.name': ({ author }) => author || 'Anonymous',
  'reviewer.isAnonymous': ({ author }) => String(author === ''),
  'product.name': ({ product }) => product.title,
  'product.url': ({ product }) => product.url,
  'product.productIdentifiers.skus': ({ product }) => JSON.stringify(product.skus),
  'product.productIdentifiers.gtins': ({ product }) => JSON.stringify(product.gtins),
  'product.productIdentifiers.brand': ({ product }) => product.brand,
} satisfies Record<string, (review: FeedReview, ctx: Ctx) => string>

export const metaColumns = Object.keys(columns)

/** Writes Meta's review feed. Has no formula guards, because a program reads it. */
export async function* metaFeed(ctx: Ctx, batches: AsyncIterable<readonly FeedReview[]>): AsyncGenerator<string> {
  yield `${formatCsv([metaColumns])}\r\n`
  const cells = Object.values(columns) as ((review: FeedReview, ctx: Ctx) => string)[]
  for await (const reviews of batches)
    yield `${formatCsv(reviews.map((review) => cells.map((cell) => cell(review, ctx))))}\r\n`
}
