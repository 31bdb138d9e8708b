import { REPORT_DECISIONS, REPORT_REASONS } from '../../../rules/votes-and-search.ts'
import { NotAllowed, Stale } from '../../core/errors.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId, decodeRowId } from '../../core/global-ids.ts'
import { requireReview } from '../reviews/list/list-reviews.ts'
import { Review } from '../reviews/reviews.graphql.ts'
import { refusalFields, ReviewIdInput } from '../reviews/review-mutations.graphql.ts'
import { decideReports, dismissReport, listReports, type Report as ReportRow } from './reports.ts'

const Reason = enumOf('ReportReason', REPORT_REASONS, 'Why a shopper reported a review.')
const Decided = enumOf('ReportDecision', REPORT_DECISIONS, 'What the merchant decided about a report.')

const Report = builder.objectRef<ReportRow>('ReviewReport').implement({
  description: 'What a shopper reported about a review.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('ReviewReport', id) }),
    reason: t.expose('reason', { type: Reason }),
    text: t.exposeString('text', { description: 'In the shopper’s words; may be empty.' }),
    email: t.exposeString('email', { description: 'The shopper’s email address for an answer; may be empty.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    decision: t.expose('decision', { type: Decided, nullable: true, description: 'Null while the report is open.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.prismaObjectFields('Review', (t) => ({
  helpful: t.exposeInt('helpful', { description: 'Shoppers who found it helpful.' }),
  unhelpful: t.exposeInt('unhelpful', { description: 'Shoppers who did not find it helpful.' }),
  openReports: t.exposeInt('openReports', { description: 'Reports that wait for a decision.' }),
  reports: t.field({
    type: [Report],
    description: 'Reports of shoppers, open ones first.',
    complexity: 5,
    resolve: (review, _args, context, info) =>
      getBatchLoader(context, info, (reviews: readonly { id: string }[]) =>
        listReports(
          context.ctx,
          reviews.map(({ id }) => id),
        ),
      ).load(review),
  }),
}))

const DismissInput = builder.inputType('DismissReportInput', {
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the report.' }) }),
})

const RefusalInput = builder.inputType('RefusalInput', { fields: (t) => refusalFields(t) })

builder.mutationFields((t) => ({
  keepReportedReview: t.prismaField({
    type: Review,
    description: 'Keeps a reported review and closes its open reports.',
    errors: {},
    args: { input: t.arg({ type: ReviewIdInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      await decideReports(ctx, { id }, 'kept')
      return requireReview(ctx, id, query)
    },
  }),
  hideReportedReview: t.prismaField({
    type: Review,
    description: 'Hides a reported review and closes its open reports.',
    errors: { types: [NotAllowed, Stale] },
    args: { input: t.arg({ type: ReviewIdInput, required: true }), refusal: t.arg({ type: RefusalInput }) },
    resolve: async (query, _root, { input, refusal }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      await decideReports(ctx, { ...refusal, id, version: input.version }, 'hidden')
      return requireReview(ctx, id, query)
    },
  }),
  dismissReport: t.prismaField({
    type: Review,
    description: 'Dismisses one report; the review and its other reports stay.',
    errors: {},
    args: { input: t.arg({ type: DismissInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) =>
      requireReview(ctx, await dismissReport(ctx, decodeRowId('ReviewReport', input.id)), query),
  }),
}))
