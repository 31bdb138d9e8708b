import { queryFromInfo } from '@pothos/plugin-prisma'
import { MODERATION_RULES, RULE_ACTS, SUSPICION_KINDS, type SuspicionReason } from '../../../rules/moderation.ts'
import { maxReviewContentChars } from '../../../rules/limits.ts'
import { text } from '../../../rules/validation.ts'
import { InvalidInput, NotAllowed, parse } from '../../core/errors.ts'
import { decodeRowId, encodeId } from '../../core/global-ids.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import { saveInputs } from '../../shop/settings/settings.graphql.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { requireReview, reviewsByIds } from '../reviews/list/list-reviews.ts'
import { Review } from '../reviews/reviews.graphql.ts'
import { compareOlder } from './compare.ts'
import {
  countRuleActs,
  dismissSuspicion,
  listSuspicions,
  readSuspicions,
  tryModeration,
  type ModerationTrial,
  type Suspicion,
} from './suspicions.ts'

const Kind = enumOf('SuspicionKind', SUSPICION_KINDS, 'Why to look at a review.')
const Act = enumOf('RuleAct', RULE_ACTS)
/** Other reviews that a reason shows; it counts all. */
const mostShown = 5

const Reason = builder.objectRef<SuspicionReason>('SuspicionReason').implement({
  description: 'A reason to look at a review.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind }),
    found: t.exposeString('found', {
      description: 'What the text holds: the word, link, contact or code of the language. Else empty.',
    }),
    act: t.expose('act', { type: Act, nullable: true, description: 'What a rule did; null without a rule.' }),
    count: t.exposeInt('count', { description: 'How many other reviews share it.' }),
    reviews: t.field({
      type: [Review],
      description: 'The newest of them, at most 5.',
      complexity: { field: 5, multiplier: mostShown },
      resolve: async ({ reviewIds }, _args, context, info) => {
        const loader = getBatchLoader(context, info, async (lists: readonly { id: string }[]) => {
          const { select } = queryFromInfo({ context, info }) as { select?: object }
          const ids = [...new Set(lists.flatMap(({ id }) => id.split(' ')))]
          const found: { id: string }[] = await reviewsByIds(context.ctx, ids, {
            select: { ...select, shopId: true, id: true },
          })
          const byId = new Map(found.map((review) => [review.id, review]))
          return lists.map(({ id }) => id.split(' ').flatMap((each) => byId.get(each) ?? []))
        })
        const shown = reviewIds.slice(0, mostShown)
        return (shown.length === 0 ? [] : await loader.load({ id: shown.join(' ') })) as never
      },
    }),
  }),
})

const SuspicionRef = builder.objectRef<Suspicion>('ReviewSuspicion').implement({
  description: 'Why to look at a review first.',
  fields: (t) => ({
    id: t.id({ resolve: ({ reviewId }) => encodeId('ReviewSuspicion', reviewId) }),
    // A review rarely has more than two.
    reasons: t.field({ type: [Reason], complexity: { multiplier: 2 }, resolve: ({ reasons }) => reasons }),
    points: t.exposeInt('points', { description: 'The sum of the reasons’ points, by which the queue is sorted.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    review: t.field({
      type: Review,
      nullable: true,
      complexity: 2,
      resolve: async ({ reviewId: id }, _args, context, info) =>
        (await getBatchLoader(context, info, async (asked: readonly { id: string }[]) => {
          const { select } = queryFromInfo({ context, info }) as { select?: object }
          const found: { id: string }[] = await reviewsByIds(
            context.ctx,
            asked.map((each) => each.id),
            { select: { ...select, shopId: true, id: true } },
          )
          return asked.map((each) => found.find((review) => review.id === each.id) ?? null)
        }).load({ id })) as never,
    }),
  }),
})

builder.prismaObjectFields('Review', (t) => ({
  suspicion: t.field({
    type: SuspicionRef,
    nullable: true,
    description: 'Why to look at it first; null without a reason, and once the merchant has decided.',
    complexity: 2,
    resolve: (review, _args, context, info) =>
      getBatchLoader(context, info, (reviews: readonly { id: string }[]) =>
        readSuspicions(
          context.ctx,
          reviews.map(({ id }) => id),
        ),
      ).load(review),
  }),
}))

const RuleCount = builder
  .objectRef<Awaited<ReturnType<typeof countRuleActs>>[number]>('ModerationRuleCount')
  .implement({
    fields: (t) => ({
      rule: t.expose('rule', { type: enumOf('ModerationRule', MODERATION_RULES) }),
      count: t.exposeInt('count', { description: 'Reviews on which it acted in the last 30 days.' }),
    }),
  })

const ActCount = builder.objectRef<ModerationTrial['acts'][number]>('ModerationActCount').implement({
  fields: (t) => ({ act: t.expose('act', { type: Act }), count: t.exposeInt('count') }),
})

const Trial = builder.objectRef<ModerationTrial>('ModerationTrial').implement({
  description: 'What rules find in a text, and what they would have done with the newest reviews.',
  fields: (t) => ({
    // A review rarely has more than two.
    reasons: t.field({ type: [Reason], complexity: { multiplier: 2 }, resolve: ({ reasons }) => reasons }),
    acts: t.field({ type: [ActCount], resolve: ({ acts }) => acts }),
    reviews: t.exposeInt('reviews', { description: 'How many reviews that were, at most 100.' }),
  }),
})

builder.objectFields(Shop, (t) => ({
  suspicions: t.connection({
    type: SuspicionRef,
    description: 'Reviews to look at first, the most suspicious first.',
    complexity: pageComplexity,
    resolve: async (_shop, args, { ctx }) => (await listSuspicions(ctx, args)) as never,
  }),
  moderationCounts: t.field({
    type: [RuleCount],
    description: 'How often each rule acted.',
    resolve: (_shop, _args, { ctx }) => countRuleActs(ctx),
  }),
  moderationTrial: t.field({
    type: Trial,
    description: 'Tries rules on a text and on the newest 100 reviews by shoppers.',
    complexity: 20,
    args: {
      text: t.arg.string({ defaultValue: '' }),
      draft: t.arg({ type: saveInputs.moderation, description: 'Unsaved fields.' }),
    },
    resolve: (_shop, args, { ctx }) =>
      tryModeration(ctx, parse(text(maxReviewContentChars), args.text ?? ''), omitNulls(args.draft ?? {})),
  }),
}))

const DismissInput = builder.inputType('DismissSuspicionInput', {
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the review.' }) }),
})
const CompareInput = builder.inputType('CompareOlderReviewsInput', {
  fields: (t) => ({ confirm: t.boolean({ required: true, description: 'Must be true.' }) }),
})
const Begun = builder
  .objectRef<{ begun: boolean }>('OlderReviewsComparison')
  .implement({ fields: (t) => ({ begun: t.exposeBoolean('begun') }) })

builder.mutationFields((t) => ({
  dismissSuspicion: t.prismaField({
    type: Review,
    description: 'Takes a review off the queue as fine. Its status stays.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: DismissInput, required: true }) },
    resolve: async (query, _root, { input }, { ctx }) => {
      const id = decodeRowId('Review', input.id)
      await dismissSuspicion(ctx, id)
      return requireReview(ctx, id, query)
    },
  }),
  compareOlderReviews: t.field({
    type: Begun,
    description: 'Compares the newest 20,000 reviews with each other, in the background.',
    errors: {},
    args: { input: t.arg({ type: CompareInput, required: true }) },
    resolve: async (_root, { input }, { ctx }) => {
      if (!input.confirm) throw new InvalidInput({ confirm: 'required' })
      await compareOlder(ctx)
      return { begun: true }
    },
  }),
}))
