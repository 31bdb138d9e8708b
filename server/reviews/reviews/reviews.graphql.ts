import { queryFromInfo } from '@pothos/plugin-prisma'
import type { z } from 'zod'
import { REVIEW_SORTS, reviewFilter } from '../../../rules/filters.ts'
import { SUSPICION_KINDS } from '../../../rules/moderation.ts'
import { plans, requiredPlan } from '../../../rules/plans.ts'
import {
  findOpenEditRequest,
  isVisible,
  REVIEW_ACTIONS,
  REVIEW_ORIGINS,
  REVIEW_SOURCES,
  REVIEW_STATUSES,
  type ReviewAction,
  type ReviewState,
} from '../../../rules/review-status.ts'
import { formatMessage } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { parse } from '../../core/errors.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { updatedFields } from '../../core/graphql/updated-fields.ts'
import { decodeRowId, findRowIds } from '../../core/global-ids.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Summary } from '../../shop/products/products.graphql.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import { readRatingSummary, statusCounts } from './counts.ts'
import { listReviewActions } from './changes/perform-action.ts'
import { readAssignee } from './list/filter-wire.ts'
import { countReviews, listReviews } from './list/list-reviews.ts'
import { buildMediaUrls } from './media/media-rows.ts'

export const ReviewStatus = enumOf('ReviewStatus', REVIEW_STATUSES)
const ReviewSource = enumOf('ReviewSource', Object.keys(REVIEW_SOURCES) as (keyof typeof REVIEW_SOURCES)[])
const ReviewOrigin = enumOf('ReviewOrigin', REVIEW_ORIGINS)
const ReviewSortEnum = builder.enumType('ReviewSort', { values: REVIEW_SORTS })
const EditRequest = enumOf('EditRequestStatus', ['unconfirmed', 'confirmed', 'denied'])
const SuspicionKind = enumOf('SuspicionKind', SUSPICION_KINDS, 'Why to look at a review.')
const MediaKind = enumOf('MediaKind', ['image', 'video'])

const Reply = builder.objectRef<{ content: string; createdAt: Date }>('ReviewReply').implement({
  fields: (t) => ({ content: t.exposeString('content'), createdAt: t.expose('createdAt', { type: 'DateTime' }) }),
})

const Why = builder.objectRef<{ code: string; params: string }>('ReviewWhy').implement({
  description: 'Rule that set a review’s status, with its values as JSON.',
  fields: (t) => ({ code: t.exposeString('code'), params: t.exposeString('params') }),
})

const Action = builder
  .objectRef<{ action: ReviewAction; allowed: boolean; reason: string | null; code: string | null }>(
    'ReviewActionState',
  )
  .implement({
    description: 'Whether an action is possible now, and why not.',
    fields: (t) => ({
      action: t.exposeString('action'),
      allowed: t.exposeBoolean('allowed'),
      code: t.exposeString('code', { nullable: true }),
      reason: t.exposeString('reason', { nullable: true }),
    }),
  })

export const ReviewMedia = builder.prismaObject('ReviewMedia', {
  name: 'ReviewMedia',
  select: { shopId: true, id: true, key: true, status: true },
  fields: (t) => ({
    kind: t.expose('kind', { type: MediaKind }),
    url: t.string({
      nullable: true,
      select: { kind: true, posterKey: true },
      resolve: (media, _args, { ctx }) => buildMediaUrls(ctx.files, media).url,
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description: 'Poster of a video, if it has one.',
      select: { kind: true, posterKey: true },
      resolve: (media, _args, { ctx }) => buildMediaUrls(ctx.files, media).thumbnailUrl,
    }),
    width: t.exposeInt('width'),
    height: t.exposeInt('height'),
    hidden: t.exposeBoolean('hidden'),
  }),
})

export const Review = builder.prismaNode('Review', {
  nullable: true,
  id: { resolve: (review) => review.id },
  select: { shopId: true, id: true },
  findUnique: (id, { ctx }) => ({ shopId_id: { shopId: ctx.shop.id, id } }),
  fields: (t) => ({
    title: t.exposeString('title'),
    content: t.exposeString('content'),
    rate: t.exposeInt('rate'),
    status: t.expose('status', { type: ReviewStatus }),
    source: t.expose('source', { type: ReviewSource }),
    origin: t.expose('origin', { type: ReviewOrigin }),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    verified: t.boolean({ select: { verifiedBy: true }, resolve: (review) => review.verifiedBy !== 'none' }),
    verifiedByOrder: t.boolean({ select: { verifiedBy: true }, resolve: (review) => review.verifiedBy === 'order' }),
    featured: t.exposeBoolean('featured'),
    pinned: t.exposeBoolean('pinned'),
    testimonial: t.boolean({
      description: 'Shown among the testimonials: only while it is published.',
      select: { testimonial: true, status: true },
      resolve: (review) => review.testimonial && isVisible(review.status),
    }),
    edited: t.exposeBoolean('edited'),
    incentivized: t.exposeBoolean('incentivized'),
    variantTitle: t.exposeString('variantTitle', {
      description: 'The variant of the product that the review is about; empty where unknown.',
    }),
    editRequest: t.field({
      type: EditRequest,
      nullable: true,
      description: 'Null also for an expired request.',
      select: { editRequest: true, editRequestedAt: true },
      resolve: (review, _args, { ctx }) => findOpenEditRequest(review, ctx.now()),
    }),
    type: t.exposeString('type'),
    variants: t.string({ select: { variantTitle: true }, resolve: (review) => review.variantTitle }),
    language: t.exposeString('language', { nullable: true }),
    country: t.exposeString('country', { nullable: true }),
    location: t.exposeString('location'),
    version: t.exposeInt('version'),
    product: t.relation('product', { nullable: true }),
    media: t.relation('media', { query: { orderBy: { position: 'asc' } } }),
    reply: t.field({
      type: Reply,
      nullable: true,
      select: { replyContent: true, replyAt: true },
      resolve: ({ replyContent, replyAt }) =>
        replyContent && replyAt ? { content: replyContent, createdAt: replyAt } : null,
    }),
    why: t.field({
      type: Why,
      nullable: true,
      select: { why: true },
      resolve: ({ why }) => {
        const { code, params } = why as { code?: string; params?: object }
        return code ? { code, params: JSON.stringify(params ?? {}) } : null
      },
    }),
    actions: t.field({
      type: [Action],
      select: {
        status: true,
        origin: true,
        verifiedBy: true,
        edited: true,
        editRequest: true,
        editRequestedAt: true,
        replyContent: true,
        email: true,
      },
      resolve: async (review, _args, context, info) => {
        const actions = await getBatchLoader(
          context,
          info,
          (reviews: readonly (ReviewState & { id: string; email: string })[]) =>
            listReviewActions(context.ctx, reviews),
        ).load(review)
        return REVIEW_ACTIONS.map((action) => {
          const permission = actions[action]
          if (permission.allowed) return { action, allowed: true, code: null, reason: null }
          const { reason, feature } = permission
          return {
            action,
            allowed: false,
            code: reason,
            reason: formatMessage(reason, feature ? { plan: plans[requiredPlan(feature)].displayName } : {}),
          }
        })
      },
    }),
  }),
})

export const ReviewFilterInput = builder.inputType('ReviewFilter', {
  description: 'Empty lists and absent fields select everything. Without a status, the trash is excluded.',
  fields: (t) => ({
    status: t.field({ type: [ReviewStatus] }),
    rate: t.intList(),
    source: t.field({ type: [ReviewSource] }),
    productIds: t.idList(),
    importId: t.id({ description: 'Reviews of this import.' }),
    search: t.string({ description: 'Part of the title, text, author, address or product title.' }),
    hasMedia: t.boolean(),
    verified: t.boolean(),
    suspicion: t.field({ type: [SuspicionKind], description: 'To be looked at first for one of these reasons.' }),
    reported: t.boolean({ description: 'Reported by shoppers and not decided by the merchant yet.' }),
    objected: t.boolean({ description: 'Their authors object to a refusal, and the merchant has not decided.' }),
    unanswered: t.boolean({ description: 'Without a reply.' }),
    assignee: t.string({ description: 'The id of a person of the shop, `me`, or `unassigned`.' }),
    createdFrom: t.field({ type: 'DateTime' }),
    createdTo: t.field({ type: 'DateTime', description: 'End date, inclusive.' }),
    ...updatedFields(t),
  }),
})

/** Drops nulls: GraphQL sends null for an absent filter. */
export async function readFilter(
  ctx: Ctx,
  input: typeof ReviewFilterInput.$inferInput | null | undefined,
): Promise<z.output<typeof reviewFilter>> {
  const given: { [Field in keyof typeof ReviewFilterInput.$inferInput]?: unknown } = omitNulls(input ?? {})
  if (given.assignee !== undefined) given.assignee = readAssignee(ctx, given.assignee)
  if (input?.importId) given.importId = decodeRowId('ImportRun', input.importId)
  if (input?.productIds)
    given.productIds = await findRowIds(ctx, 'Product', { given: input.productIds, field: 'productIds' })
  return parse(reviewFilter, given)
}

builder.objectField(Shop, 'reviews', (t) =>
  t.connection(
    {
      type: Review,
      complexity: pageComplexity,
      args: {
        filter: t.arg({ type: ReviewFilterInput }),
        sort: t.arg({ type: ReviewSortEnum, defaultValue: 'RECENT' }),
      },
      resolve: async (_shop, args, context, info) => {
        const { select } = queryFromInfo({ context, info, typeName: 'Review', path: ['edges', 'node'] }) as {
          select: object
        }
        const filter = await readFilter(context.ctx, args.filter)
        const page = await listReviews(context.ctx, { args, filter, sort: args.sort ?? 'RECENT', select })
        return { ...page, filter } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          description:
            'Exact for statuses, rates, sources and products; other filters are counted up to 10,000, null beyond.',
          resolve: (connection, _args, { ctx }) =>
            countReviews(ctx, (connection as unknown as { filter: z.output<typeof reviewFilter> }).filter),
        }),
      }),
    },
  ),
)

const StatusCount = builder
  .objectRef<{ status: (typeof REVIEW_STATUSES)[number]; count: number }>('ReviewStatusCount')
  .implement({
    fields: (t) => ({ status: t.expose('status', { type: ReviewStatus }), count: t.exposeInt('count') }),
  })

builder.objectFields(Shop, (t) => ({
  reviewCounts: t.field({
    type: [StatusCount],
    resolve: async (_shop, _args, { ctx }) => {
      const counts = await statusCounts(ctx)
      return REVIEW_STATUSES.map((status) => ({ status, count: counts[status] }))
    },
  }),
  ratingSummary: t.field({
    type: Summary,
    description: 'Rating summary of the published reviews.',
    resolve: (_shop, _args, { ctx }) => readRatingSummary(ctx),
  }),
}))
