import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { buildFeedAddresses, readFeedReads, renewFeeds, type FeedAddresses, type FeedReads } from './feeds.ts'

const Addresses = builder.objectRef<FeedAddresses>('FeedAddresses').implement({
  description: 'Addresses for other services to fetch the shop’s reviews. Anyone with an address can read its feed.',
  fields: (t) => ({
    google: t.exposeString('google', { description: 'Google’s product review feed, version 2.4.' }),
    meta: t.exposeString('meta', { description: 'Meta’s product review feed, CSV.' }),
  }),
})

const Reads = builder.objectRef<FeedReads>('FeedReads').implement({
  description: 'When another service last fetched each review feed.',
  fields: (t) => ({
    google: t.expose('google', { type: 'DateTime', nullable: true, description: 'Null: never.' }),
    meta: t.expose('meta', { type: 'DateTime', nullable: true, description: 'Null: never.' }),
  }),
})

builder.objectField(Shop, 'feedReads', (t) =>
  t.field({
    type: Reads,
    description: 'When another service last fetched each review feed.',
    resolve: (_shop, _args, { ctx }) => readFeedReads(ctx),
  }),
)

builder.objectField(Shop, 'feeds', (t) =>
  t.field({ type: Addresses, resolve: (_shop, _args, { ctx }) => buildFeedAddresses(ctx) }),
)

const Input = builder.inputType('RenewFeedsInput', {
  fields: (t) => ({
    confirm: t.boolean({ required: true, description: 'True: the previous addresses stop working.' }),
  }),
})

builder.mutationField('renewFeeds', (t) =>
  t.field({
    type: Shop,
    description: 'Creates new addresses for the review feeds. The old ones stop working.',
    errors: {},
    args: { input: t.arg({ type: Input, required: true }) },
    async resolve(_root, { input: { confirm } }, { ctx }) {
      if (confirm) await renewFeeds(ctx)
      return ctx.shop
    },
  }),
)
