import { queryFromInfo } from '@pothos/plugin-prisma'
import type { z } from 'zod'
import { QUEUE_SORTS, queueFilter } from '../../../rules/filters.ts'
import {
  PUSH_STATUSES,
  QUEUE_KINDS,
  QUEUE_STATUSES,
  QUEUE_TYPES,
  toQueueWire,
  type PushStatus,
  type QueueKind,
} from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { parse } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { updatedFields } from '../../core/graphql/updated-fields.ts'
import { findRowIds } from '../../core/global-ids.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { findMailOutage } from '../mail/outage.ts'
import { listPushKinds } from '../push/push-settings.ts'
import { readRequestQuota } from '../sending/usage.ts'
import type { RequestQuota } from '../sending/usage.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { parseQueueLines } from '../requests/item-snapshot.ts'
import type { QueueLine } from '../requests/item-snapshot.ts'
import { countQueue, listQueue, queueTabCounts, readRequestDate, sentRequestCount } from './list-queue.ts'
import type { QueueTabCount } from './list-queue.ts'
import { blockedEmails, hasContent, previewQueueItem } from './queue.ts'
import type { QueuePreview } from './queue.ts'

const wireStatuses = QUEUE_STATUSES.filter((status) => status !== 'sending')

const QueueStatusEnum = enumOf('QueueStatus', wireStatuses, 'A request that is being sent right now reads as WAITING.')
const QueueSortEnum = builder.enumType('QueueSort', { values: QUEUE_SORTS })
const QueueKindEnum = enumOf('QueueKind', QUEUE_KINDS, 'Which email of the queue: the type of its template.')
const QueueTypeEnum = enumOf('QueueType', QUEUE_TYPES, 'PUSH: an email with a push entry.')
const PushStatusEnum = enumOf('PushStatus', PUSH_STATUSES, 'State of the push that goes with an email.')

const Line = builder.objectRef<QueueLine>('QueueLine').implement({
  fields: (t) => ({
    title: t.exposeString('title'),
    image: t.exposeString('image', { nullable: true }),
    link: t.exposeString('link', { nullable: true }),
    quantity: t.exposeInt('quantity'),
  }),
})

const Preview = builder.objectRef<QueuePreview>('QueuePreview').implement({
  description: 'The email as it was sent, or as it would be sent now. Its links lead nowhere.',
  fields: (t) => ({
    from: t.exposeString('from'),
    to: t.exposeString('to'),
    subject: t.exposeString('subject'),
    html: t.exposeString('html'),
    time: t.expose('time', { type: 'DateTime', nullable: true, description: 'When it was sent, else when it is due.' }),
  }),
})

export const QueueItem = builder.prismaNode('QueueItem', {
  nullable: true,
  id: { resolve: (item) => item.id },
  select: { shopId: true, id: true, customerEmail: true },
  findUnique: (id, { ctx }) => ({ shopId_id: { shopId: ctx.shop.id, id } }),
  fields: (t) => ({
    orderName: t.exposeString('orderName'),
    orderNumber: t.exposeInt('orderNumber'),
    customerName: t.exposeString('customerName'),
    customerEmail: t.exposeString('customerEmail'),
    status: t.field({ type: QueueStatusEnum, select: { status: true }, resolve: ({ status }) => toQueueWire(status) }),
    skipReason: t.exposeString('skipReason', {
      nullable: true,
      description: 'Code of the rule that skipped it; null when the merchant cancelled.',
    }),
    moveReason: t.exposeString('moveReason', {
      nullable: true,
      description: 'Code of the rule that moved it to a later time.',
    }),
    reasonValue: t.exposeString('reasonValue', {
      nullable: true,
      description: 'Value of the rule: a tag, a country, or a number of days.',
    }),
    isOldOrder: t.boolean({
      description: 'Whether a run for past orders added it.',
      select: { oldOrderRunId: true },
      resolve: ({ oldOrderRunId }) => oldOrderRunId !== null,
    }),
    errorMessage: t.exposeString('errorMessage', { nullable: true }),
    senderApp: t.exposeString('senderApp'),
    type: t.field({
      type: QueueKindEnum,
      description: 'Kind of email.',
      select: { type: true },
      resolve: ({ type }) => type as QueueKind,
    }),
    queueType: t.field({
      type: QueueTypeEnum,
      description: 'Always EMAIL: a push is an entry of its email, see `pushStatus`.',
      resolve: () => 'email' as const,
    }),
    pushError: t.exposeString('pushError', { nullable: true, description: 'Code of the push failure.' }),
    pushStatus: t.field({
      type: PushStatusEnum,
      nullable: true,
      description: 'State of its push entry; null without one.',
      select: { pushStatus: true },
      resolve: ({ pushStatus }) => pushStatus as PushStatus | null,
    }),
    subject: t.exposeString('subject'),
    isReminder: t.boolean({ select: { sequence: true }, resolve: ({ sequence }) => sequence > 0 }),
    lineItems: t.field({
      type: [Line],
      select: { lineItems: true },
      resolve: ({ lineItems }) => parseQueueLines(lineItems),
    }),
    fulfillmentStatus: t.exposeString('fulfillmentStatus', { nullable: true }),
    createdOrderAt: t.expose('createdOrderAt', { type: 'DateTime' }),
    fulfilledDate: t.expose('fulfilledDate', { type: 'DateTime', nullable: true }),
    scheduledAt: t.field({ type: 'DateTime', nullable: true, select: { scheduledAt: true }, resolve: readRequestDate }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    openedAt: t.expose('openedAt', { type: 'DateTime', nullable: true }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    isBlockCustomer: t.boolean({
      resolve: (item, _args, context, info) =>
        getBatchLoader(context, info, async (items: readonly { id: string; customerEmail: string }[]) => {
          const emails = items.map(({ customerEmail }) => customerEmail)
          const blocked = await blockedEmails(context.ctx, emails)
          return emails.map((email) => blocked.has(email))
        }).load(item),
    }),
    preview: t.field({
      type: Preview,
      nullable: true,
      description: 'Null when there is no content to view.',
      complexity: 50,
      select: { id: true, status: true, skipReason: true, errorMessage: true, senderApp: true },
      resolve: (item, _args, { ctx }) => (hasContent(item) ? previewQueueItem(ctx, item.id) : null),
    }),
  }),
})

const OrderRange = builder.inputType('OrderRange', {
  fields: (t) => ({ fromOrder: t.int({ required: true }), toOrder: t.int({ required: true }) }),
})

const QueueFilterInput = builder.inputType('QueueFilter', {
  description: 'Empty lists and absent fields select everything; ends of ranges are included.',
  fields: (t) => ({
    status: t.field({ type: [QueueStatusEnum] }),
    skipped: t.boolean({
      description: 'Of cancelled rows: skipped by a rule (true) or cancelled by the merchant (false).',
    }),
    type: t.field({ type: [QueueKindEnum], description: 'Kinds of emails.' }),
    queueType: t.field({
      type: QueueTypeEnum,
      description: 'PUSH selects emails with a push entry; EMAIL selects all.',
    }),
    push: t.field({ type: PushStatusEnum, description: 'Emails whose push entry has this state.' }),
    senderApp: t.string({ description: 'Emails that this app sent or refused: `candor` or `aem`.' }),
    search: t.string({ description: 'Part of the order name, buyer or product title.' }),
    productIds: t.idList(),
    buyers: t.stringList({ description: 'Addresses or whole names.' }),
    orderRange: t.field({ type: OrderRange }),
    from: t.field({ type: 'DateTime' }),
    to: t.field({ type: 'DateTime' }),
    fulfilledFrom: t.field({ type: 'DateTime' }),
    fulfilledTo: t.field({ type: 'DateTime' }),
    scheduledFrom: t.field({ type: 'DateTime' }),
    scheduledTo: t.field({ type: 'DateTime' }),
    executedFrom: t.field({ type: 'DateTime', description: 'When the mail was sent.' }),
    executedTo: t.field({ type: 'DateTime' }),
    createdOrderFrom: t.field({ type: 'DateTime' }),
    createdOrderTo: t.field({ type: 'DateTime' }),
    ...updatedFields(t),
  }),
})

type ReadFilter = z.output<typeof queueFilter>

async function readFilter(
  ctx: Ctx,
  input: typeof QueueFilterInput.$inferInput | null | undefined,
): Promise<ReadFilter> {
  const productIds = input?.productIds
    ? { productIds: await findRowIds(ctx, 'Product', { given: input.productIds, field: 'productIds' }) }
    : {}
  return parse(queueFilter, { ...input, ...productIds })
}

builder.objectField(Shop, 'emailQueue', (t) =>
  t.connection(
    {
      type: QueueItem,
      complexity: pageComplexity,
      args: {
        filter: t.arg({ type: QueueFilterInput }),
        sort: t.arg({ type: QueueSortEnum, defaultValue: 'CREATED_DESC' }),
      },
      resolve: async (_shop, args, context, info) => {
        const { select } = queryFromInfo({ context, info, typeName: 'QueueItem', path: ['edges', 'node'] }) as {
          select: object
        }
        const filter = await readFilter(context.ctx, args.filter)
        const page = await listQueue(context.ctx, { args, filter, sort: args.sort ?? 'CREATED_DESC', select })
        return { ...page, filter } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          description: 'Exact for statuses alone; other filters are counted up to 10,000, null beyond.',
          resolve: (connection, _args, { ctx }) =>
            countQueue(ctx, (connection as unknown as { filter: ReadFilter }).filter),
        }),
      }),
    },
  ),
)

const TabCount = builder.objectRef<QueueTabCount>('QueueTabCount').implement({
  fields: (t) => ({
    tab: t.exposeString('id'),
    count: t.exposeInt('count', { nullable: true, description: 'Exact, from the counters.' }),
  }),
})

const Quota = builder.objectRef<RequestQuota>('RequestQuota').implement({
  description: 'The plan’s limit of requests in one billing cycle of 30 days.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { nullable: true, description: 'Null: no limit.' }),
    sent: t.exposeInt('sent'),
    renewsAt: t.expose('renewsAt', { type: 'DateTime' }),
  }),
})

builder.objectFields(Shop, (t) => ({
  emailQueueTabs: t.field({
    type: [TabCount],
    description: 'Number of requests in each tab.',
    args: { type: t.arg({ type: [QueueKindEnum], description: 'Only these kinds; all unless given.' }) },
    resolve: (_shop, { type }, { ctx }) => queueTabCounts(ctx, type ?? []),
  }),
  emailsDelayedSince: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Start of the current mail server outage; null while emails are sent.',
    resolve: (_shop, _args, { ctx }) => findMailOutage(ctx),
  }),
  pushKinds: t.field({
    type: [QueueKindEnum],
    description: 'Kinds of emails with a push notification; empty while push notifications are off.',
    resolve: (_shop, _args, { ctx }) => listPushKinds(ctx),
  }),
  requestQuota: t.field({ type: Quota, resolve: (_shop, _args, { ctx }) => readRequestQuota(ctx) }),
  sentRequestCount: t.int({ resolve: (_shop, _args, { ctx }) => sentRequestCount(ctx) }),
}))

builder.subscriptionField('emailQueueChanged', (t) =>
  t.field({
    type: Shop,
    description: 'Sends an event when requests of the shop change. Several changes may share one event.',
    subscribe: (_root, _args, { ctx, pubsub }) =>
      pubsub.subscribe(ctx.shop.id, 'queue') as AsyncIterable<unknown> as AsyncIterable<object>,
    resolve: (_notification, _args, { ctx }) => ctx.shop,
  }),
)
