import { NotAllowed, PlanRequired } from '../errors.ts'
import { builder } from '../graphql/builder.ts'
import { encodeId, rowId, rowIds } from '../graphql/ids.ts'
import { deleteReviews, publishReviews, restoreReviews, trashReviews, unpublishReviews, type Decision } from './decide.ts'
import { reviewById, reviewsByIds } from './list.ts'
import { deleteReply, replyToReview } from './reply.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { Review } from './reviews.graphql.ts'

const ReviewsChanged = builder.objectRef<Decision>('ReviewsChanged').implement({
  description: 'What a decision about several reviews did.',
  fields: (t) => ({
    reviews: t.prismaField({
      type: [Review],
      resolve: (query, { changed }, _args, { ctx }) => reviewsByIds(ctx, changed, query),
    }),
    changedIds: t.idList({ resolve: ({ changed }) => changed.map((id) => encodeId('Review', id)) }),
    skippedIds: t.idList({ description: 'Left alone, because their state forbids it.', resolve: ({ skipped }) => skipped.map((id) => encodeId('Review', id)) }),
  }),
})

const IdsInput = builder.inputType('ReviewIdsInput', { fields: (t) => ({ ids: t.idList({ required: true }) }) })
const ReplyInput = builder.inputType('ReplyToReviewInput', {
  fields: (t) => ({ id: t.id({ required: true }), content: t.string({ required: true }) }),
})
const IdInput = builder.inputType('ReviewIdInput', { fields: (t) => ({ id: t.id({ required: true }) }) })

const decisions = {
  publishReviews: { run: publishReviews, description: 'Shows reviews on the storefront.' },
  unpublishReviews: { run: unpublishReviews, description: 'Hides reviews from the storefront.' },
  trashReviews: { run: trashReviews, description: 'Moves reviews to the recycle bin (pro).' },
  restoreReviews: { run: restoreReviews, description: 'Brings reviews back from the recycle bin, hidden.' },
  deleteReviews: { run: deleteReviews, description: 'Deletes reviews for ever.' },
} as const

for (const [name, { run, description }] of Object.entries(decisions))
  builder.mutationField(name, (t) => t.field({
    type: ReviewsChanged,
    description,
    errors: { types: [NotAllowed, PlanRequired] },
    args: { input: t.arg({ type: IdsInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => run(ctx, rowIds('Review', input.ids)),
  }))

builder.mutationFields((t) => ({
  replyToReview: t.prismaField({
    type: Review,
    description: 'Writes or changes the public reply (pro).',
    errors: { types: [NotAllowed, PlanRequired] },
    args: { input: t.arg({ type: ReplyInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = rowId('Review', input.id)
      await replyToReview(ctx, id, { content: input.content })
      return reviewById(ctx, id, query)
    },
  }),
  deleteReply: t.prismaField({
    type: Review,
    description: 'Takes the public reply away.',
    errors: { types: [NotAllowed, PlanRequired] },
    args: { input: t.arg({ type: IdInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = rowId('Review', input.id)
      await deleteReply(ctx, id)
      return reviewById(ctx, id, query)
    },
  }),
}))

builder.subscriptionField('reviewCountsChanged', (t) => t.field({
  type: Shop,
  description: 'The session’s shop whenever its review counts have changed.',
  subscribe: (_root, _args, { ctx, pubsub }) => pubsub.subscribe(ctx.shop.id, 'reviewCounts') as AsyncIterable<never>,
  resolve: (_wake, _args, { ctx }) => ctx.shop,
}))
