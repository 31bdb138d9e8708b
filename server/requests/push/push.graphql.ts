import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { webPushState, type WebPushState } from './push-settings.ts'

const State = builder.objectRef<WebPushState>('WebPushState').implement({
  description: 'Push notifications that Candor itself sends to browsers.',
  fields: (t) => ({
    isAvailable: t.exposeBoolean('isAvailable', {
      description: 'Whether the server has a key for push notifications.',
    }),
    subscriptions: t.exposeInt('subscriptions', {
      description: 'How many browsers are subscribed; counted up to 10,000.',
    }),
  }),
})

builder.objectField(Shop, 'webPushState', (t) =>
  t.field({ type: State, resolve: (_shop, _args, { ctx }) => webPushState(ctx) }),
)
