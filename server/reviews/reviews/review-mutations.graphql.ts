import { REFUSAL_REASONS } from '../../../rules/refusal.ts'
import { REVIEW_ACTS } from '../../../rules/review-status.ts'
import { NotAllowed, PlanRequired, Stale } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId, decodeRowId, decodeRowIds, findRowId } from '../../core/global-ids.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { performReviewAction, type ReviewActionResult } from './changes/perform-action.ts'
import { createReview } from './adding/create.ts'
import { editReview } from './changes/edit.ts'
import { requireReview, reviewsByIds } from './list/list-reviews.ts'
import { requireMedia } from './review-details.ts'
import { replyToReview } from './changes/reply.ts'
import { hideReviewMedia } from './media/review-media.ts'
import { Review, ReviewMedia } from './reviews.graphql.ts'

const ReviewsChanged = builder.objectRef<ReviewActionResult>('ReviewsChanged').implement({
  description: 'Result of an action on several reviews.',
  fields: (t) => ({
    reviews: t.prismaField({
      type: [Review],
      resolve: (query, { changed }, _args, { ctx }) => reviewsByIds(ctx, changed, query),
    }),
    changedIds: t.idList({ resolve: ({ changed }) => changed.map((id) => encodeId('Review', id)) }),
    skippedIds: t.idList({
      description: 'Ids whose state forbids the action.',
      resolve: ({ skipped }) => skipped.map((id) => encodeId('Review', id)),
    }),
  }),
})

export const ReviewActEnum = enumOf(
  'ReviewAct',
  REVIEW_ACTS,
  'What can be done to one review, several, or all that match.',
)

const version = {
  description: 'Version that the caller has seen. Another version returns StaleError without a change.',
}

export const RefusalReasonEnum = enumOf('RefusalReason', REFUSAL_REASONS, 'Why a review is not shown.')
type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** Fields of inputs that may hide, trash or delete shoppers' reviews. */
export const refusalFields = (t: InputFields) => ({
  reason: t.field({
    type: RefusalReasonEnum,
    description:
      'Why shoppers’ reviews are hidden, trashed or deleted; their authors get it by email. Defaults to OTHER.',
  }),
  note: t.string({ description: 'Your words to the authors. Required with the reason OTHER.' }),
})

/** The person for the action ASSIGN. */
export const assigneeField = (t: InputFields) =>
  t.string({
    description: 'The account of the person of the shop who takes care of the reviews, for ASSIGN. Null takes it away.',
  })

const IdsInput = builder.inputType('ReviewIdsInput', {
  fields: (t) => ({ ids: t.idList({ required: true }), ...refusalFields(t) }),
})
const ActInput = builder.inputType('ActOnReviewsInput', {
  fields: (t) => ({
    ids: t.idList({ required: true, description: 'At most 1,000.' }),
    act: t.field({ type: ReviewActEnum, required: true }),
    content: t.string({ description: 'Text of a reply.' }),
    ...refusalFields(t),
    assigneeId: assigneeField(t),
    version: t.int({
      description:
        'Version that the caller has seen, for a single review. Another version returns StaleError without a change.',
    }),
  }),
})
const ReplyInput = builder.inputType('ReplyToReviewInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    content: t.string({ required: true }),
    version: t.int(version),
    createdAt: t.field({
      type: 'DateTime',
      description:
        'Public date, neither in the future nor before the review. Defaults to now, or to the first reply’s date.',
    }),
    sendMail: t.boolean({
      description:
        'Whether to email the reviewer. By default only the first reply is emailed, and none of a merchant’s own review.',
    }),
  }),
})
export const ReviewIdInput = builder.inputType('ReviewIdInput', {
  fields: (t) => ({ id: t.id({ required: true }), version: t.int(version) }),
})
export const EditMediaInput = builder.inputType('EditReviewMediaInput', {
  fields: (t) => ({ id: t.id({ required: true }), hidden: t.boolean({ required: true }) }),
})
const EditInput = builder.inputType('EditReviewInput', {
  description: 'Absent fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true }),
    version: t.int(version),
    title: t.string(),
    content: t.string(),
    media: t.field({ type: [EditMediaInput] }),
  }),
})
const CreateInput = builder.inputType('CreateReviewInput', {
  fields: (t) => ({
    productId: t.id({ description: 'Absent: a review of the shop.' }),
    rate: t.int({ required: true }),
    title: t.string(),
    content: t.string(),
    firstName: t.string(),
    lastName: t.string(),
    email: t.string(),
    createdAt: t.field({ type: 'DateTime', description: 'Defaults to now.' }),
    published: t.boolean({ description: 'Defaults to true; false leaves the review pending.' }),
  }),
})
const HideMediaInput = builder.inputType('HideReviewMediaInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the picture or video.' }),
    hidden: t.boolean({ required: true }),
  }),
})

const decisions = {
  publishReviews: { act: 'publish', description: 'Shows reviews on the storefront.' },
  unpublishReviews: { act: 'unpublish', description: 'Hides reviews from the storefront.' },
  trashReviews: { act: 'trash', description: 'Moves reviews to the recycle bin (pro).' },
  restoreReviews: { act: 'restore', description: 'Restores reviews from the recycle bin to their previous status.' },
  deleteReviews: { act: 'delete', description: 'Deletes reviews permanently.' },
} as const

for (const [name, { act, description }] of Object.entries(decisions))
  builder.mutationField(name, (t) =>
    t.field({
      type: ReviewsChanged,
      description,
      errors: { types: [NotAllowed, PlanRequired] },
      args: { input: t.arg({ type: IdsInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        performReviewAction(ctx, { ...input, act, ids: decodeRowIds('Review', input.ids) }),
    }),
  )

const readActInput = ({ ids, content, assigneeId, ...input }: typeof ActInput.$inferInput) => ({
  ...input,
  ids: decodeRowIds('Review', ids),
  content: content ?? undefined,
  assigneeId: assigneeId ?? null,
})

const refusals = { types: [NotAllowed, PlanRequired, Stale] }

builder.mutationFields((t) => ({
  actOnReviews: t.field({
    type: ReviewsChanged,
    description:
      'Performs one action on one or several reviews. A forbidden single review returns an error; among several it is skipped.',
    errors: refusals,
    args: { input: t.arg({ type: ActInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => performReviewAction(ctx, readActInput(input)),
  }),
  replyToReview: t.prismaField({
    type: Review,
    description: 'Writes or changes the public reply (pro).',
    errors: refusals,
    args: { input: t.arg({ type: ReplyInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      await replyToReview(ctx, { ...input, id })
      return requireReview(ctx, id, query)
    },
  }),
  deleteReply: t.prismaField({
    type: Review,
    description: 'Deletes the public reply.',
    errors: refusals,
    args: { input: t.arg({ type: ReviewIdInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      await performReviewAction(ctx, { act: 'deleteReply', ids: [id], version: input.version })
      return requireReview(ctx, id, query)
    },
  }),
  editReview: t.prismaField({
    type: Review,
    description:
      'Changes text and pictures of a review that the merchant wrote, but not its rating. Use requestReviewEdit for a customer’s review.',
    errors: refusals,
    args: { input: t.arg({ type: EditInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      const media = input.media?.map((each) => ({ id: decodeRowId('ReviewMedia', each.id), hidden: each.hidden }))
      await editReview(ctx, { ...input, id, media })
      return requireReview(ctx, id, query)
    },
  }),
  createReview: t.prismaField({
    type: Review,
    description: 'Adds a review by the merchant: created by admin, never verified.',
    args: { input: t.arg({ type: CreateInput, required: true }) },
    errors: {},
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = await createReview(ctx, {
        ...input,
        productId: input.productId == null ? null : await findRowId(ctx, 'Product', input.productId),
      })
      return requireReview(ctx, id, query)
    },
  }),
  hideReviewMedia: t.prismaField({
    type: ReviewMedia,
    description: 'Hides one picture or video from the storefront, or shows it again.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: HideMediaInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('ReviewMedia', input.id)
      await hideReviewMedia(ctx, { id, hidden: input.hidden })
      return requireMedia(ctx, id, query)
    },
  }),
}))

builder.subscriptionField('reviewCountsChanged', (t) =>
  t.field({
    type: Shop,
    description: 'Sends the session’s shop whenever its review counts change.',
    subscribe: (_root, _args, { ctx, pubsub }) => pubsub.subscribe(ctx.shop.id, 'reviewCounts') as AsyncIterable<never>,
    resolve: (_notification, _args, { ctx }) => ctx.shop,
  }),
)
