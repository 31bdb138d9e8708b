import { maxEditNoteChars } from '../../../rules/limits.ts'
import { findOpenEditRequest } from '../../../rules/review-status.ts'
import { NotAllowed, PlanRequired, Stale } from '../../core/errors.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { encodeId, decodeRowId } from '../../core/global-ids.ts'
import { requireReview } from '../reviews/list/list-reviews.ts'
import { EditMediaInput, ReviewIdInput } from '../reviews/review-mutations.graphql.ts'
import { Review } from '../reviews/reviews.graphql.ts'
import { readEditProposals, type EditProposal } from '../reviews/changes/proposals.ts'
import { requestEdit, withdrawEditRequest } from './request.ts'

const ProposedMedium = builder.objectRef<EditProposal['media'][number]>('ProposedReviewMedia').implement({
  description: 'A photo or video that the change hides or shows.',
  // Not named `id`: a client's store would merge it with the current photo.
  fields: (t) => ({
    mediaId: t.id({ resolve: ({ id }) => encodeId('ReviewMedia', id) }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether it is hidden after the change.' }),
  }),
})

const Proposal = builder.objectRef<EditProposal>('EditProposal').implement({
  description: 'The change that a customer is asked to approve.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title after the change.' }),
    content: t.exposeString('content', { description: 'The text after the change.' }),
    media: t.field({
      type: [ProposedMedium],
      description: 'Only photos and videos whose visibility changes.',
      resolve: ({ media }) => media,
    }),
    note: t.exposeString('note', { description: 'The message to the customer, or empty.' }),
  }),
})

builder.prismaObjectFields('Review', (t) => ({
  editProposal: t.field({
    type: Proposal,
    nullable: true,
    description: 'The change that awaits the customer’s approval; null without one.',
    select: { editRequest: true, editRequestedAt: true },
    resolve: async (review, _args, context, info) => {
      if (findOpenEditRequest(review, context.ctx.now()) !== 'unconfirmed') return null
      return getBatchLoader(context, info, async (reviews: readonly { id: string }[]) => {
        const proposals = await readEditProposals(
          context.ctx,
          reviews.map(({ id }) => id),
        )
        return reviews.map(({ id }) => proposals.get(id) ?? null)
      }).load({ id: review.id })
    },
  }),
}))

const RequestInput = builder.inputType('RequestReviewEditInput', {
  description: 'The change to approve; absent fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true }),
    version: t.int({ description: 'Version that the caller has seen. Another version returns StaleError.' }),
    title: t.string(),
    content: t.string(),
    media: t.field({ type: [EditMediaInput], description: 'Photos and videos to hide or show.' }),
    note: t.string({ description: `A message to the customer, at most ${maxEditNoteChars} characters.` }),
  }),
})

const refusals = { types: [NotAllowed, PlanRequired, Stale] }

builder.mutationFields((t) => ({
  requestReviewEdit: t.prismaField({
    type: Review,
    description:
      'Emails the customer a change of their review to approve (pro). The change applies once they confirm it. Replaces a pending request.',
    errors: refusals,
    args: { input: t.arg({ type: RequestInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      await requestEdit(ctx, {
        ...input,
        id,
        media: input.media?.map((each) => ({ id: decodeRowId('ReviewMedia', each.id), hidden: each.hidden })),
      })
      return requireReview(ctx, id, query)
    },
  }),
  withdrawReviewEditRequest: t.prismaField({
    type: Review,
    description: 'Withdraws a pending edit request; the links of its email stop working.',
    errors: refusals,
    args: { input: t.arg({ type: ReviewIdInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      await withdrawEditRequest(ctx, { id, version: input.version })
      return requireReview(ctx, id, query)
    },
  }),
}))
