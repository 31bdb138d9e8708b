import { needsReason, OBJECTION_DECISIONS, STATEMENT_DECIDERS } from '../../../rules/refusal.ts'
import { findProvenance, PROVENANCES, type Provenance } from '../../../rules/review-source.ts'
import { NotAllowed } from '../../core/errors.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { requireReview } from '../reviews/list/list-reviews.ts'
import { RefusalReasonEnum } from '../reviews/review-mutations.graphql.ts'
import { Review } from '../reviews/reviews.graphql.ts'
import { decideObjection, listStatements, type Statement } from './statements.ts'

const Decision = enumOf('ObjectionDecision', OBJECTION_DECISIONS, 'The merchant’s answer to an objection.')

const StatementRef = builder.objectRef<Statement>('ReviewStatement').implement({
  description: 'Why a shopper’s review is not shown, and what its author objects.',
  fields: (t) => ({
    reason: t.expose('reason', { type: RefusalReasonEnum }),
    note: t.exposeString('note', { description: 'The merchant’s words to the author; may be empty.' }),
    decidedBy: t.expose('decidedBy', {
      type: enumOf('StatementDecider', STATEMENT_DECIDERS, 'Who refused a review: a person, or a moderation rule.'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    mailedAt: t.expose('mailedAt', { type: 'DateTime', nullable: true, description: 'When the author was emailed.' }),
    objection: t.exposeString('objection', { description: 'In the author’s words; empty without an objection.' }),
    objectedAt: t.expose('objectedAt', { type: 'DateTime', nullable: true }),
    decision: t.expose('decision', {
      type: Decision,
      nullable: true,
      description: 'Null while an objection is open, and without one.',
    }),
    answer: t.exposeString('answer', { description: 'The merchant’s words about the decision; may be empty.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
  }),
})

const ProvenanceRef = builder.objectRef<Provenance>('ReviewProvenance').implement({
  fields: (t) => ({
    kind: t.expose('kind', { type: enumOf('ReviewProvenanceKind', PROVENANCES, 'Where a review comes from.') }),
    from: t.exposeString('from', { description: 'The app or marketplace of an imported review; empty if unknown.' }),
  }),
})

builder.prismaObjectFields('Review', (t) => ({
  needsReason: t.boolean({
    description: 'Whether hiding, trashing or deleting it needs a reason: a shopper wrote it.',
    select: { origin: true, status: true },
    resolve: needsReason,
  }),
  provenance: t.field({
    type: ProvenanceRef,
    description: 'Where it comes from, as shoppers read it.',
    select: { origin: true, source: true, channel: true, orderId: true },
    resolve: (review) => findProvenance({ ...review, hasOrder: review.orderId !== null }),
  }),
  deliveredAt: t.expose('deliveredAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the order that belongs to it was delivered.',
  }),
  emailConfirmedAt: t.expose('emailConfirmedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the author confirmed by email that they wrote it.',
  }),
  statement: t.field({
    type: StatementRef,
    nullable: true,
    description: 'The newest statement of reasons; null if the shop never refused the review.',
    complexity: 5,
    resolve: (review, _args, context, info) =>
      getBatchLoader(context, info, (reviews: readonly { id: string }[]) =>
        listStatements(
          context.ctx,
          reviews.map(({ id }) => id),
        ),
      ).load(review),
  }),
}))

const DecideInput = builder.inputType('DecideObjectionInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the review.' }),
    decision: t.field({ type: Decision, required: true }),
    answer: t.string({ description: 'Your words to the author.' }),
  }),
})

builder.mutationField('decideObjection', (t) =>
  t.prismaField({
    type: Review,
    description:
      'Answers the author’s objection. RESTORED publishes the review again. The author gets the decision by email.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: DecideInput, required: true }) },
    resolve: async (query, _root, { input: { id: given, ...input } }, { ctx }) => {
      const id = decodeRowId('Review', given)
      await decideObjection(ctx, id, input)
      return requireReview(ctx, id, query)
    },
  }),
)
