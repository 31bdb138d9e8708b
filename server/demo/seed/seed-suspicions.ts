import type { SuspicionReason } from '../../../rules/moderation.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { buildSuspicion } from '../../reviews/moderation/moderation.ts'
import { buildSearchText } from '../../reviews/reviews/search-text.ts'
import type { ReviewRow, SeedProduct } from './seed-reviews.ts'

const copied = 'Great product, great shop, will buy again. Everybody should have one of these at home.'
const advert = 'Nice, but I found the same for half the price at www.bargain-barn.example/deals'
const gushes = [
  'Perfect!',
  'Simply the best there is.',
  'Wow, just wow.',
  'Ten out of ten, buy it.',
  'Never seen anything better.',
]

/**
 * Turns the newest unproven reviews into telling cases for the queue. One has a link, three have the same text, five
 * come from one address. No rule of the shop acts on them. Returns the reviews and their reasons.
 */
export function makeSuspicions(
  reviews: readonly ReviewRow[],
  { products, now }: { products: readonly SeedProduct[]; now: Date },
): { reviews: ReviewRow[]; suspicions: Prisma.ReviewSuspicionCreateManyInput[] } {
  const cases = [[advert], [copied, copied, copied], gushes]
  const chosen = reviews
    .filter(({ origin, status, verifiedBy }) => origin === 'guest' && status === 'published' && verifiedBy === 'none')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, cases.flat().length)
  if (chosen.length < cases.flat().length) return { reviews: [...reviews], suspicions: [] }
  const groups = cases.map((texts, at) => {
    const first = cases.slice(0, at).flat().length
    // Within an hour, as five reviews from one address are.
    const start = (chosen[first] as ReviewRow).createdAt.getTime()
    return texts.map((content, each) => ({
      content,
      review: chosen[first + each] as ReviewRow,
      createdAt: new Date(start - each * 7 * 60_000),
    }))
  })
  const told = new Map(
    groups.flat().map(({ review, content, createdAt }) => {
      const title = products.find(({ id }) => id === review.productId)?.product.title ?? ''
      const { firstName = '', lastName = '', email = '' } = review
      const searchText = buildSearchText({ title: '', content, firstName, lastName, email }, title)
      const rate = content === advert ? 2 : 5
      const why = { code: 'rule.published', params: { rate, threshold: 1 } }
      const own = { rate, why, title: '', content, replyContent: null, replyAt: null, language: 'en', searchText }
      return [review.id, { ...review, ...own, createdAt, publishedAt: createdAt }] as const
    }),
  )
  return {
    reviews: reviews.map((review) => told.get(review.id) ?? review),
    suspicions: groups.flatMap((group, at) =>
      group.map(({ review }) => {
        const ids = group.flatMap((other) => (other.review === review ? [] : [other.review.id]))
        const shared = { found: '', act: null, count: ids.length, reviewIds: ids }
        const reason: SuspicionReason =
          at === 0
            ? { ...shared, kind: 'link', found: 'www.bargain-barn.example/deals' }
            : { ...shared, kind: at === 1 ? 'sameText' : 'sameNetwork' }
        return { shopId: review.shopId, reviewId: review.id, ...buildSuspicion([reason]), createdAt: now }
      }),
    ),
  }
}
