import { FEATURE_STATES } from '../../../rules/features.ts'
import { LimitReached } from '../../core/errors.ts'
import { decodeRowId, encodeId } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import type { FeatureWish } from '../../generated/prisma/client.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { listFeatureRequests, listWishes, sendWish, voteForFeature, type FeatureRequest } from './features.ts'

const Request = builder.objectRef<FeatureRequest>('FeatureRequest').implement({
  description: 'A feature that the operator considers.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('FeatureRequest', id) }),
    title: t.exposeString('title'),
    text: t.exposeString('text'),
    state: t.expose('state', { type: enumOf('FeatureState', FEATURE_STATES, 'How far the operator is.') }),
    votes: t.exposeInt('votes', { description: 'Votes of all shops, one each.' }),
    voted: t.exposeBoolean('voted', { description: 'Whether this shop voted for it.' }),
  }),
})

const Wish = builder.objectRef<FeatureWish>('FeatureWish').implement({
  description: 'A feature that a merchant wishes for.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('FeatureWish', id) }),
    text: t.exposeString('text'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.objectFields(Shop, (t) => ({
  featureRequests: t.field({
    type: [Request],
    description: 'The operator’s features: most votes first, finished ones last.',
    complexity: 10,
    resolve: (_shop, _args, { ctx }) => listFeatureRequests(ctx),
  }),
  featureWishes: t.field({
    type: [Wish],
    description: 'The shop’s own wishes, newest first.',
    complexity: 10,
    resolve: (_shop, _args, { ctx }) => listWishes(ctx),
  }),
}))

const VoteInput = builder.inputType('VoteForFeatureInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    wanted: t.boolean({ required: true, description: 'False takes the vote back.' }),
  }),
})
const WishInput = builder.inputType('SendFeatureWishInput', { fields: (t) => ({ text: t.string({ required: true }) }) })

builder.mutationFields((t) => ({
  voteForFeature: t.field({
    type: Request,
    description: 'Adds the shop’s vote for a feature, or takes it back.',
    errors: {},
    args: { input: t.arg({ type: VoteInput, required: true }) },
    resolve: (_root, { input: { id, wanted } }, { ctx }) =>
      voteForFeature(ctx, decodeRowId('FeatureRequest', id), { wanted }),
  }),
  sendFeatureWish: t.field({
    type: Wish,
    description: 'Sends a wish to the operator.',
    errors: { types: [LimitReached] },
    args: { input: t.arg({ type: WishInput, required: true }) },
    resolve: (_root, { input: { text } }, { ctx }) => sendWish(ctx, { text }),
  }),
}))
