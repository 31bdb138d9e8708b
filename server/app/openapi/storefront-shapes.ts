import { z } from 'zod'
import { SORTS } from '../../../client/storefront/widgets/shown.ts'
import { defaultPageSize, maxPageSize, maxRate, minRate } from '../../../rules/limits.ts'
import { maxShopperSearchChars } from '../../../rules/votes-and-search.ts'
import { count, flag, nameShape, text, textOrNull, time } from '../../core/rest/shapes.ts'

/** Schemas of the storefront's public endpoints. */

const summary = nameShape(
  'RatingSummary',
  z.object({
    count,
    average: z.number().describe('Rounded to two places; 0 without reviews.'),
    histogram: z.record(text, count).describe('Reviews by stars.'),
  }),
)

const publicReview = nameShape(
  'PublicReview',
  z.object({
    id: text,
    title: text,
    content: text,
    rate: z.int().min(minRate).max(maxRate),
    author: text,
    createdAt: time,
    verified: flag,
    verifiedByOrder: flag.describe('An order proves the purchase.'),
    incentivized: flag,
    from: text.describe('Where it comes from, in words of the language.'),
    origin: text.describe('`invited`, `page`, `qr`, `merchant` or `imported`.'),
    helpful: count,
    unhelpful: count,
    language: textOrNull,
    translation: z.object({ language: text, title: text, text, sourceLanguage: textOrNull }).nullable(),
    variant: text,
    media: z.array(
      z.looseObject({ kind: z.enum(['image', 'video']), url: text, thumbnailUrl: textOrNull, posterUrl: textOrNull }),
    ),
    reply: z.object({ content: text, createdAt: time }).nullable(),
    product: z.looseObject({ handle: textOrNull, title: text }).nullable().optional(),
  }),
)

/** A page of published reviews. */
export const publicPage = nameShape(
  'PublicReviewPage',
  z.object({
    summary,
    reviews: z.array(publicReview),
    pageInfo: z.object({ endCursor: textOrNull, hasNextPage: flag }),
  }),
)

/** Ratings of several products. */
export const publicRatings = z.object({
  ratings: z.array(z.object({ handle: text, count, average: z.number(), histogram: z.record(text, count) })),
})

const locale = text.describe('A language such as `de` or `pt-BR`; the shop’s by default.').optional()
const yes = z.literal('1')

/** The language of an answer. */
export const localeQuery = z.object({ locale })

/** Parameters that choose reviews. */
export const choiceQuery = z.object({
  first: z.int().min(1).max(maxPageSize).default(defaultPageSize).optional(),
  after: text.describe('`endCursor` of the page before, with the same `sort` and `rate`.').optional(),
  sort: z.enum(SORTS).optional(),
  rate: z.int().min(minRate).max(maxRate).optional(),
  search: text.max(maxShopperSearchChars).optional(),
  media: yes.describe('Only reviews with pictures or videos.').optional(),
  verified: yes.describe('Only reviews of proven buyers.').optional(),
  language: text.describe('A BCP 47 tag.').optional(),
  variant: text.optional(),
  locale,
})

/** The same for pieces of HTML, whose addresses also belong to the shop. */
export const widgetQuery = z.object({
  product: text.describe('A product’s handle. Without it, the whole shop.').optional(),
  page: z.enum(['product', 'home', 'catalog', 'reviews', 'account', 'other']).default('product').optional(),
  path: text.describe('The page’s path, for widgets with lists of pages.').optional(),
  locale,
  ...Object.fromEntries(
    Object.entries(choiceQuery.omit({ locale: true }).shape).map(([name, type]) => [
      `candor_${name === 'search' ? 'q' : name}`,
      type,
    ]),
  ),
  candor_review: text.describe('A review that comes first and is marked.').optional(),
})

/** A shopper’s review. */
export const shopperReviewBody = z.object({
  rate: z.int().min(minRate).max(maxRate),
  title: text.optional(),
  content: text.optional(),
  name: text.optional(),
  email: text.optional(),
  key: text.describe('A name of the opened form: a repeat saves nothing.').optional(),
})

/** A document of the public GraphQL. */
export const documentBody = z.object({
  query: text,
  variables: z.record(text, z.unknown()).nullable().optional(),
  operationName: textOrNull.optional(),
})
