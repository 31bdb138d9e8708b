import { LimitReached, NotAllowed, PlanRequired, UpstreamFailed } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { encodeId, decodeRowId, decodeRowIds } from '../../core/global-ids.ts'
import { queuePushNow } from '../push/push.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import {
  blockCustomers,
  cancelQueueItems,
  resend,
  restoreQueueItems,
  sendAnyway,
  unblockCustomers,
} from './queue-actions.ts'
import type { QueueChange } from './queue-actions.ts'
import { QueueItem } from './queue.graphql.ts'
import { requestReviewsOfOrders } from './order-requests.ts'
import { queueItemsByIds } from './queue.ts'

const Changed = builder.objectRef<QueueChange>('QueueItemsChanged').implement({
  description: 'Result of an action on several requests.',
  fields: (t) => ({
    items: t.prismaField({
      type: [QueueItem],
      resolve: (query, { changed }, _args, { ctx }) => queueItemsByIds(ctx, changed, query),
    }),
    changedIds: t.idList({ resolve: ({ changed }) => changed.map((id) => encodeId('QueueItem', id)) }),
    skippedIds: t.idList({
      description: 'Ids whose state forbids the action.',
      resolve: ({ skipped }) => skipped.map((id) => encodeId('QueueItem', id)),
    }),
    shop: t.field({
      type: Shop,
      description: 'Shop with the tabs’ new counts.',
      resolve: (_changed, _args, { ctx }) => ctx.shop,
    }),
  }),
})

const IdsInput = builder.inputType('QueueItemIdsInput', { fields: (t) => ({ ids: t.idList({ required: true }) }) })

const queueActions = {
  cancelQueueItems: { run: cancelQueueItems, description: 'Cancels scheduled requests.' },
  restoreQueueItems: {
    run: restoreQueueItems,
    description: 'Restores canceled and skipped requests to their schedule.',
  },
  sendQueueItemsAnyway: {
    run: sendAnyway,
    description: 'Sends requests now, ignoring the shop’s own checks.',
  },
  resendQueueItems: { run: resend, description: 'Resends failed or cancelled requests as new emails.' },
  blockQueueCustomers: { run: blockCustomers, description: 'Blocks all requests to the buyers of these rows.' },
  unblockQueueCustomers: { run: unblockCustomers, description: 'Allows requests to the buyers of these rows again.' },
} as const

for (const [name, { run, description }] of Object.entries(queueActions))
  builder.mutationField(name, (t) =>
    t.field({
      type: Changed,
      description,
      errors: { types: [NotAllowed, LimitReached] },
      args: { input: t.arg({ type: IdsInput, required: true }) },
      resolve: (_root, { input }, { ctx }) => run(ctx, decodeRowIds('QueueItem', input.ids)),
    }),
  )

const PushInput = builder.inputType('PushQueueItemInput', { fields: (t) => ({ id: t.id({ required: true }) }) })

builder.mutationField('pushQueueItem', (t) =>
  t.field({
    type: Changed,
    description: 'Sends the push notification of a request now, even after a failure.',
    errors: { types: [NotAllowed, PlanRequired] },
    args: { input: t.arg({ type: PushInput, required: true }) },
    resolve: async (_root, { input }, { ctx }) => ({
      changed: [await queuePushNow(ctx, decodeRowId('QueueItem', input.id))],
      skipped: [],
    }),
  }),
)

const OrderIdsInput = builder.inputType('RequestReviewsInput', {
  fields: (t) => ({
    orderIds: t.idList({ required: true, description: 'Our ids, the platform’s numbers, or gid://shopify/Order/….' }),
  }),
})

builder.mutationField('requestReviews', (t) =>
  t.field({
    type: Changed,
    description: 'Sends the review requests of orders now, and adds missing ones. Skips requests that were sent.',
    errors: { types: [NotAllowed, LimitReached, UpstreamFailed] },
    args: { input: t.arg({ type: OrderIdsInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => requestReviewsOfOrders(ctx, input.orderIds.map(String)),
  }),
)
