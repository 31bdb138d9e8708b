import { TIME_UNITS } from '../../../rules/request-due-time.ts'
import { LimitReached, NotAllowed, UpstreamFailed } from '../../core/errors.ts'
import type { OldOrderRun } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { cancelOldOrders, readOldOrderQuota, readOldOrders, startOldOrders, type OldOrders } from './old-orders.ts'

const Status = enumOf(
  'OldOrderStatus',
  ['running', 'done', 'failed', 'cancelled'],
  'Where a run for past orders stands.',
)
const Unit = enumOf('OldOrderUnit', TIME_UNITS, 'The unit of the delay of a run for past orders.')

const Run = builder.objectRef<OldOrderRun>('OldOrderRun')
builder.node(Run, {
  description: 'A run that asks for reviews of past orders.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { ctx }) => ctx.db.oldOrderRun.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } }),
  fields: (t) => ({
    status: t.expose('status', { type: Status }),
    total: t.exposeInt('total', { description: 'Orders in the range when the run started.' }),
    done: t.exposeInt('done', { description: 'Orders checked so far.' }),
    added: t.exposeInt('added', { description: 'Requests that it scheduled.' }),
    skipped: t.exposeInt('skipped', { description: 'Orders that already have a request, or can’t get one.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Requests that were canceled with the run.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'When the first request is sent.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    error: t.exposeString('error', { nullable: true }),
  }),
})

const OldOrdersRef = builder.objectRef<OldOrders>('OldOrders').implement({
  description: 'Past orders whose customers can be asked for a review.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      nullable: true,
      description: 'Orders of the last 60 days without a request. Null: the platform doesn’t answer.',
    }),
    left: t.exposeInt('left', {
      nullable: true,
      description: 'Requests that the plan still includes. Null: no limit.',
    }),
    limit: t.exposeInt('limit', {
      nullable: true,
      description: 'Requests that the plan includes in all. Null: no limit.',
    }),
    run: t.field({ type: Run, nullable: true, description: 'The newest run.', resolve: ({ run }) => run }),
  }),
})

builder.objectField(Shop, 'oldOrders', (t) =>
  t.field({ type: OldOrdersRef, complexity: 20, resolve: (_shop, _args, { ctx }) => readOldOrders(ctx) }),
)

const OldOrderQuota = builder.objectRef<Awaited<ReturnType<typeof readOldOrderQuota>>>('OldOrderQuota').implement({
  description: 'Used part of the plan’s requests for past orders.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { nullable: true, description: 'Null: no limit.' }),
    used: t.exposeInt('used', { description: 'Requests that were not canceled.' }),
  }),
})

builder.objectField(Shop, 'oldOrderQuota', (t) =>
  t.field({ type: OldOrderQuota, complexity: 5, resolve: (_shop, _args, { ctx }) => readOldOrderQuota(ctx) }),
)

const StartInput = builder.inputType('StartOldOrdersInput', {
  fields: (t) => ({
    from: t.string({ description: 'First day of the orders, YYYY-MM-DD in the shop’s zone. Default: 60 days ago.' }),
    to: t.string({ description: 'Last day of the orders. Default: today.' }),
    sendAfterCustom: t.int({ description: 'The delay from now until the first request.' }),
    timeUnit: t.field({ type: Unit }),
    spreadHours: t.int({ description: 'Hours over which the requests are spread.' }),
  }),
})
const CancelInput = builder.inputType('CancelOldOrdersInput', { fields: (t) => ({ id: t.id({ required: true }) }) })

const Changed = builder.objectRef<OldOrderRun>('OldOrderRunChanged').implement({
  description: 'A run for past orders, and its shop.',
  fields: (t) => ({
    run: t.field({ type: Run, resolve: (run) => run }),
    shop: t.field({ type: Shop, resolve: (_run, _args, { ctx }) => ctx.shop }),
  }),
})

builder.mutationFields((t) => ({
  startOldOrders: t.field({
    type: Changed,
    description: 'Starts requesting reviews of past orders in the background.',
    errors: { types: [NotAllowed, LimitReached, UpstreamFailed] },
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: (_root, { input }, { ctx }) =>
      startOldOrders(ctx, Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))),
  }),
  cancelOldOrders: t.field({
    type: Changed,
    description: 'Stops a run for past orders and cancels its unsent requests.',
    errors: {},
    args: { input: t.arg({ type: CancelInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => cancelOldOrders(ctx, decodeRowId('OldOrderRun', input.id)),
  }),
}))
