import { queryFromInfo } from '@pothos/plugin-prisma'
import { HISTORY_ACTORS } from '../../../rules/review-history.ts'
import { editRequestExpiresAt, findOpenEditRequest } from '../../../rules/review-status.ts'
import type { ReviewHistory as HistoryRow } from '../../generated/prisma/client.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId } from '../../core/global-ids.ts'
import { newestComplexity, clampNewestRows } from '../../core/graphql/list-complexity.ts'
import { reviewsByIds } from './list/list-reviews.ts'
import type { Original } from './lock-reviews.ts'
import { buildMediaUrls } from './media/media-rows.ts'
import { addArrivalEntry } from './adding/arrival.ts'
import {
  findReviewerOrders,
  findOtherReviewIds,
  purgeDate,
  type Buyer,
  type Reviewer,
  type ReviewerOrder,
} from './review-details.ts'
import { Review } from './reviews.graphql.ts'
import { findUnreachable } from '../../requests/sending/unreachable.ts'

const most = 100

const rows = (first: number | null | undefined, usual: number): number => clampNewestRows(first, { usual, most })

const HistoryActor = enumOf('HistoryActor', HISTORY_ACTORS)

const HistoryEntry = builder.prismaObject('ReviewHistory', {
  name: 'ReviewHistoryEntry',
  select: { shopId: true, id: true },
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('ReviewHistoryEntry', id) }),
    at: t.expose('createdAt', { type: 'DateTime' }),
    actor: t.expose('actor', { type: HistoryActor }),
    actorName: t.exposeString('actorName', { description: 'Address of the merchant’s login, or empty.' }),
    action: t.exposeString('action', { description: 'published, hidden, replied, edited …' }),
    before: t.string({
      description: 'Changed fields before the change, as JSON.',
      select: { before: true },
      resolve: ({ before }) => JSON.stringify(before),
    }),
    after: t.string({
      description: 'Changed fields after the change, as JSON.',
      select: { after: true },
      resolve: ({ after }) => JSON.stringify(after),
    }),
    bulk: t.boolean({
      description: 'Bulk action that the change is part of.',
      select: { bulkId: true },
      resolve: ({ bulkId }) => bulkId !== null,
    }),
  }),
})

const OriginalMedium = builder.objectRef<Original['media'][number]>('OriginalReviewMedia').implement({
  description: 'A picture or video as it was before the first edit.',
  // Not named `id`: a client's store would merge it with the current picture.
  fields: (t) => ({
    mediaId: t.id({ resolve: ({ id }) => encodeId('ReviewMedia', id) }),
    hidden: t.exposeBoolean('hidden'),
  }),
})

const OriginalText = builder.objectRef<Original>('OriginalReview').implement({
  fields: (t) => ({
    title: t.exposeString('title'),
    content: t.exposeString('content'),
    media: t.field({ type: [OriginalMedium], resolve: ({ media }) => media }),
  }),
})

const Order = builder.objectRef<ReviewerOrder>('ReviewerOrder').implement({
  description: 'An order of a reviewer.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('Order', id) }),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    fulfilledAt: t.expose('fulfilledAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.prismaObjectFields('ReviewMedia', (t) => ({
  id: t.id({ resolve: ({ id }) => encodeId('ReviewMedia', id) }),
  mediumUrl: t.string({
    nullable: true,
    select: { kind: true, posterKey: true },
    resolve: (media, _args, { ctx }) => buildMediaUrls(ctx.files, media).mediumUrl,
  }),
  posterUrl: t.string({
    nullable: true,
    description: 'Poster of a video.',
    select: { kind: true, posterKey: true },
    resolve: (media, _args, { ctx }) => buildMediaUrls(ctx.files, media).posterUrl,
  }),
  seconds: t.exposeInt('seconds', { description: 'Duration of a video; 0 for pictures.' }),
}))

builder.prismaObjectFields('Customer', (t) => ({ reviewCount: t.relationCount('reviews') }))

builder.prismaObjectFields('Review', (t) => ({
  history: t.field({
    type: [HistoryEntry],
    description: 'History of the review, newest first; the oldest entry is its arrival.',
    args: { first: t.arg.int({ defaultValue: 50 }) },
    complexity: newestComplexity(50),
    select: ({ first }, _context, nested) => ({
      shopId: true,
      id: true,
      origin: true,
      importId: true,
      enteredAt: true,
      history: nested({ orderBy: { id: 'desc' }, take: rows(first, 50) }),
    }),
    resolve: (review, { first }) => {
      const { history } = review as unknown as { history: HistoryRow[] }
      return history.length < rows(first, 50) ? addArrivalEntry(review, history) : history
    },
  }),
  original: t.field({
    type: OriginalText,
    nullable: true,
    description: 'Text, pictures and videos before the first edit; null without an edit.',
    select: { original: true },
    resolve: ({ original }) => original as unknown as Original | null,
  }),
  editRequestedAt: t.expose('editRequestedAt', { type: 'DateTime', nullable: true }),
  editRequestExpiresAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the edit request expires; null without a pending request.',
    select: { editRequest: true, editRequestedAt: true },
    resolve: (review, _args, { ctx }) =>
      findOpenEditRequest(review, ctx.now()) === 'unconfirmed' && review.editRequestedAt
        ? editRequestExpiresAt(review.editRequestedAt)
        : null,
  }),
  customer: t.relation('customer', { nullable: true }),
  otherReviews: t.field({
    type: [Review],
    description: 'Other reviews of the same customer or address, newest first, without the trash.',
    args: { first: t.arg.int({ defaultValue: 5 }) },
    complexity: newestComplexity(5),
    select: { customerId: true, email: true },
    resolve: async ({ id, customerId, email }, args, context, info) => {
      const first = rows(args.first, 5)
      const loader = getBatchLoader(context, info, async (reviewers: readonly Reviewer[]) => {
        const { select } = queryFromInfo({ context, info }) as { select?: object }
        const ids = await findOtherReviewIds(context.ctx, reviewers, first)
        const all = [...new Set([...ids.values()].flat())]
        const found: { id: string }[] =
          all.length === 0
            ? []
            : await reviewsByIds(context.ctx, all, { select: { ...select, shopId: true, id: true } })
        const byId = new Map(found.map((review) => [review.id, review]))
        return reviewers.map((reviewer) => (ids.get(reviewer.id) ?? []).flatMap((each) => byId.get(each) ?? []))
      })
      return (await loader.load({ id, customerId, email })) as never
    },
  }),
  orders: t.field({
    type: [Order],
    description: 'The order it was written for, and the reviewer’s newest orders.',
    args: { first: t.arg.int({ defaultValue: 5 }) },
    complexity: newestComplexity(5),
    select: { email: true, orderId: true, customer: { select: { email: true } } },
    resolve: ({ id, email, orderId, customer }, args, context, info) => {
      const first = rows(args.first, 5)
      return getBatchLoader(context, info, (buyers: readonly Buyer[]) =>
        findReviewerOrders(context.ctx, buyers, first),
      ).load({
        id,
        orderId,
        emails: [email, customer?.email ?? ''],
      })
    },
  }),
  replyMailRefusal: t.string({
    nullable: true,
    description: 'Code of why a reply can’t be emailed to the author; null if it can. Ignores the plan.',
    select: { email: true },
    resolve: ({ email }, _args, context, info) =>
      getBatchLoader(context, info, async (authors: readonly { id: string }[]) => {
        const problems = await findUnreachable(
          context.ctx,
          'reviewReply',
          authors.map(({ id }) => id),
        )
        return authors.map(({ id }) => problems.get(id) ?? null)
      }).load({ id: email }),
  }),
  publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true, description: 'First publication time.' }),
  deletedAt: t.expose('deletedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was moved to the recycle bin.',
  }),
  purgeAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the recycle bin deletes it permanently, by the general settings.',
    select: { status: true, deletedAt: true },
    resolve: (review, _args, { ctx }) => purgeDate(ctx, review),
  }),
}))
