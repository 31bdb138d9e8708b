import type { Prisma } from '../../generated/prisma/client.ts'
import type { FeatureState } from '../../../rules/features.ts'
import { uuidAt, type Random } from './seed-random.ts'

const features: readonly (readonly [title: string, state: FeatureState, votes: number, text: string])[] = [
  ['Points in Joy for each review', 'done', 148, 'Customers earn points for a text and more for a photo.'],
  ['Questions and answers', 'considered', 121, 'Shoppers ask on the product page. You or earlier buyers answer.'],
  ['Start a Flow when a review arrives', 'done', 96, 'Triggers for new, published and reported reviews.'],
  ['Reviews in Klaviyo', 'done', 87, 'Events for segments and flows: review submitted, review published.'],
  ['Group reviews of similar products', 'considered', 42, 'One list of reviews for products that differ in color.'],
  ['Codes for selected products', 'done', 64, 'A reward that only applies to the products you choose.'],
]

/** The operator's features, with votes of invented shops. */
export const makeFeatures = (random: Random, now: Date): Prisma.FeatureCreateManyInput[] =>
  features.map(([title, state, votes, text]) => ({
    id: uuidAt(random, now.getTime()),
    title,
    text,
    state,
    votes,
    published: true,
    createdAt: now,
    updatedAt: now,
  }))
