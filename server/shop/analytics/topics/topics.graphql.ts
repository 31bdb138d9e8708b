import { encodeId, findRowId } from '../../../core/global-ids.ts'
import type { Ctx } from '../../../core/context.ts'
import { builder } from '../../../core/graphql/builder.ts'
import { Shop } from '../../shops/shops.graphql.ts'
import { readTopics, refreshTopics, type TopicQuote, type TopicReport } from './topics.ts'

const Quote = builder.objectRef<TopicQuote>('TopicQuote').implement({
  description: 'A sentence of a review.',
  fields: (t) => ({
    reviewId: t.id({ description: 'Id of the review.', resolve: ({ reviewId }) => encodeId('Review', reviewId) }),
    rate: t.exposeInt('rate', { description: 'Stars of the review.' }),
    text: t.exposeString('text', { description: 'The sentence, as written.' }),
  }),
})

const Topic = builder.objectRef<TopicReport['topics'][number]>('ReviewTopic').implement({
  description: 'A word or two that several reviews mention.',
  fields: (t) => ({
    word: t.exposeString('word', { description: 'Its most frequent form.' }),
    search: t.exposeString('search', { description: 'Finds these reviews in the list.' }),
    mentions: t.exposeInt('mentions', { description: 'Reviews that mention it.' }),
    good: t.exposeInt('good', { description: 'Of these, reviews of four and five stars.' }),
    bad: t.exposeInt('bad', { description: 'Of these, reviews of one and two stars.' }),
    quotes: t.expose('quotes', {
      type: [Quote],
      description: 'At most one sentence of a good and one of a bad review.',
    }),
  }),
})

const Topics = builder.objectRef<TopicReport>('ReviewTopics').implement({
  description: 'What the newest 5,000 reviews of a product, or of the shop, mention most.',
  fields: (t) => ({
    id: t.id({
      description: 'Of the product or shop.',
      resolve: ({ productId }, _args, { ctx }) => encodeId('ReviewTopics', productId ?? ctx.shop.id),
    }),
    countedAt: t.expose('countedAt', { type: 'DateTime', nullable: true, description: 'Null: not counted yet.' }),
    isStale: t.exposeBoolean('isStale', {
      description: 'Reviews may have changed since the count: call refreshTopics.',
    }),
    reviews: t.exposeInt('reviews', { description: 'Reviews that were read.' }),
    topics: t.expose('topics', {
      type: [Topic],
      description: 'Topics of both good and bad reviews first, then by mentions.',
    }),
  }),
})

const aboutProduct = { description: 'Default: all products.' }
const RefreshTopicsInput = builder.inputType('RefreshTopicsInput', {
  fields: (t) => ({ productId: t.id(aboutProduct) }),
})
const rowIdOf = async (ctx: Ctx, id: string | number | null | undefined): Promise<string | null> =>
  id == null ? null : findRowId(ctx, 'Product', id)

builder.objectField(Shop, 'topics', (t) =>
  t.field({
    type: Topics,
    description: 'What reviews mention most, as last counted.',
    args: { productId: t.arg.id(aboutProduct) },
    resolve: async (_shop, { productId }, { ctx }) => readTopics(ctx, await rowIdOf(ctx, productId)),
  }),
)

builder.mutationField('refreshTopics', (t) =>
  t.field({
    type: Topics,
    description: 'Counts what reviews mention most, at most once in ten minutes.',
    errors: {},
    args: { input: t.arg({ type: RefreshTopicsInput, required: true }) },
    resolve: async (_root, { input }, { ctx }) => refreshTopics(ctx, await rowIdOf(ctx, input.productId)),
  }),
)
