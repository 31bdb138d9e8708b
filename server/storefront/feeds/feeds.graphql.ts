import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { buildFeedAddresses, renewFeeds, type FeedAddresses } from './feeds.ts'

const Addresses = builder.objectRef<FeedAddresses>('FeedAddresses').implement({
  description: 'Where other services fetch the shop’s reviews. Whoever has an address can read the feed.',
  fields: (t) => ({
    google: t.exposeString('google', { description: 'Google’s product review feed, version 2.4.' }),
    meta: t.exposeString('meta', { description: 'Meta’s product review feed, CSV.' }),
  }),
})

builder.objectField(Shop, 'feeds', (t) =>
  t.field({ type: Addresses, resolve: (_shop, _args, { ctx }) => buildFeedAddresses(ctx) }),
)

const Input = builder.inputType('RenewFeedsInput', {
  fields: (t) => ({
    confirm: t.boolean({ required: true, description: 'True: the addresses of before stop answering.' }),
  }),
})

builder.mutationField('renewFeeds', (t) =>
  t.field({
    type: Shop,
    description: 'Makes new addresses for the review feeds.',
    errors: {},
    args: { input: t.arg({ type: Input, required: true }) },
    async resolve(_root, { input: { confirm } }, { ctx }) {
      if (confirm) await renewFeeds(ctx)
      return ctx.shop
    },
  }),
)
