import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import { QUEUE_KINDS } from '../../../rules/queue-status.ts'
import { EMAIL_TEMPLATE_TYPES, isEmailTemplateType } from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse, parseField } from '../../core/errors.ts'
import { readSentCounts } from '../templates/sent-counts.ts'
import { queuePushNow } from '../push/push.ts'
import { pageAnswer } from '../../core/rest/answers.ts'
import type { RestRequest, RestRoute } from '../../core/rest/route.ts'
import { emptyBody } from '../../core/rest/shapes.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { cancelQueueItems, resend, restoreQueueItems, sendAnyway, setCustomersBlocked } from './queue-actions.ts'
import type { QueueChange } from './queue-actions.ts'
import { sentRequestCount } from './list-queue.ts'
import { parseQueueId, parseQueueOrCustomerId, withPlatformCustomers } from './queue-ids.ts'
import { queueChangeShape, queueDetailShape, queueItemShape, queueQuery } from './queue-shapes.rest.ts'
import { hasPageArguments, buildQueuePage, queueWireNames } from './queue-query.ts'
import { queueDetail, queueWires } from './queue-wire.ts'
import { requestReviewsOfOrders } from './order-requests.ts'
import { requireQueueItem, queueItemsByIds } from './queue.ts'

const idList = z.object({
  ids: z.array(z.string({ error: 'malformedId' }), { error: 'required' }).min(1, { error: 'required' }),
})
const blocking = z
  .object({
    ids: z
      .array(z.union([z.string(), z.number().transform(String)], { error: 'malformedId' }), { error: 'required' })
      .default([]),
    shopifyCustomerId: z.union([z.string(), z.number().transform(String)], { error: 'malformedId' }).optional(),
    status: z.boolean({ error: 'valueInvalid' }),
  })
  .refine(({ ids, shopifyCustomerId }) => ids.length > 0 || shopifyCustomerId !== undefined, {
    error: 'required',
    path: ['ids'],
  })
const orderIds = z.object({
  ids: z
    .array(z.union([z.string(), z.number().transform(String)], { error: 'malformedId' }), { error: 'required' })
    .min(1, { error: 'required' }),
})
const oneOrder = z.object({ id: z.union([z.string(), z.number().transform(String)], { error: 'required' }) })
const oneQueueItem = z.object({ queueId: z.string({ error: 'required' }) })
const statusUpdate = idList.extend({
  status: z.enum(['cancelled', 'cancel'], { error: 'valueInvalid' }).default('cancelled'),
})

function idsOf(body: unknown, schema: typeof idList | typeof statusUpdate = idList): string[] {
  const { ids } = parse(schema, body)
  return parseField('ids', () => ids.map(parseQueueId))
}

const idOf = ({ params }: RestRequest): string => parseQueueId(params.id ?? '')

async function changeAnswer(ctx: Ctx, { changed, skipped }: QueueChange, message: string): Promise<object> {
  const items = await queueWires(ctx, await queueItemsByIds(ctx, changed))
  return {
    success: true,
    data: {
      items,
      changedIds: changed,
      skippedIds: skipped,
      count: changed.length,
      sentRequestCount: await sentRequestCount(ctx),
    },
    message,
  }
}

/** `GET /email?type=`: a template. With any list parameter, or without a type: a page of the queue. */
async function email(ctx: Ctx, { query }: RestRequest): Promise<object> {
  const { type } = query
  if (type === undefined || type === '' || hasPageArguments(query)) return buildQueuePage(ctx, query)
  if (typeof type !== 'string' || !isEmailTemplateType(type)) throw new InvalidInput({ type: 'valueInvalid' })
  const templates = await readSetting(ctx, 'emailTemplates')
  const template = { type, ...templates[EMAIL_TEMPLATE_TYPES[type]] }
  const kind = QUEUE_KINDS.find((each) => each === type)
  // Only requests use an order's dates and countries; other emails follow a review or a reply.
  const timing =
    type === 'review-reminder' ? await readSetting(ctx, 'requestTiming') : { sendMethod: null, timingCountries: [] }
  const count = kind ? await sentRequestCount(ctx, kind) : (await readSentCounts(ctx))[type]
  return { success: true, data: { reminderType: null, ...template, ...timing, sentRequestCount: count } }
}

/** REST routes for requests and their settings (spec 7). */
export const emailQueueRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/email',
    summary: 'Read an email template, or list review requests',
    description: 'With only `type`, the template of that type. Else a page as of `GET /email-queue`.',
    query: queueQuery,
    answer: {
      body: z.union([
        pageAnswer(queueItemShape),
        z.looseObject({ success: z.literal(true), data: z.looseObject({ type: z.string() }) }),
      ]),
    },
    wireNames: queueWireNames,
    run: email,
  },
  {
    method: 'GET',
    path: '/email-queue',
    summary: 'List review requests',
    query: queueQuery,
    answer: { page: queueItemShape },
    wireNames: queueWireNames,
    run: (ctx, { query }) => buildQueuePage(ctx, query),
  },
  {
    method: 'GET',
    path: '/email-queue/:id',
    summary: 'Read a review request',
    answer: { data: queueDetailShape },
    run: async (ctx, request) => ({
      success: true,
      data: await queueDetail(ctx, await requireQueueItem(ctx, idOf(request))),
    }),
  },
  {
    method: 'PUT',
    path: '/email-queue/:id/cancel',
    summary: 'Cancel a request',
    answer: { data: queueChangeShape },
    body: emptyBody,
    run: async (ctx, request) =>
      changeAnswer(ctx, await cancelQueueItems(ctx, [idOf(request)]), formatMessage('emailSkipped')),
  },
  {
    method: 'POST',
    path: '/email-queue/:id/resend',
    summary: 'Send a failed request again',
    answer: { data: queueChangeShape },
    body: emptyBody,
    run: async (ctx, request) =>
      changeAnswer(ctx, await resend(ctx, [idOf(request)]), formatMessage('sendSuccessfully')),
  },
  {
    method: 'POST',
    path: '/email-queue/push-notification',
    summary: 'Send a push notification',
    answer: { data: queueItemShape },
    feature: 'pushNotifications',
    body: oneQueueItem,
    async run(ctx, { body }) {
      const id = await queuePushNow(
        ctx,
        parseField('queueId', () => parseQueueId(parse(oneQueueItem, body).queueId)),
      )
      const [item] = await queueWires(ctx, [await requireQueueItem(ctx, id)])
      return { success: true, data: item, message: formatMessage('pushSuccessfully') }
    },
  },
  {
    method: 'POST',
    path: '/email-queue/bulk-restore',
    summary: 'Put canceled requests back',
    answer: { data: queueChangeShape },
    body: idList,
    run: async (ctx, { body }) =>
      changeAnswer(ctx, await restoreQueueItems(ctx, idsOf(body)), formatMessage('restored')),
  },
  {
    method: 'POST',
    path: '/email-queue/bulk-send-anyway',
    summary: 'Send requests now',
    answer: { data: queueChangeShape },
    body: idList,
    run: async (ctx, { body }) =>
      changeAnswer(ctx, await sendAnyway(ctx, idsOf(body)), formatMessage('sendSuccessfully')),
  },
  {
    method: 'POST',
    path: '/email-queue/emails-bulk-action',
    summary: 'Ask for reviews of orders',
    answer: { data: queueChangeShape },
    body: orderIds,
    run: async (ctx, { body }) =>
      changeAnswer(
        ctx,
        await requestReviewsOfOrders(ctx, parse(orderIds, body).ids),
        formatMessage('sendSuccessfully'),
      ),
  },
  {
    method: 'POST',
    path: '/email-queue/email-admin-link',
    summary: 'Ask for reviews of one order',
    answer: { data: queueChangeShape },
    body: oneOrder,
    run: async (ctx, { body }) =>
      changeAnswer(
        ctx,
        await requestReviewsOfOrders(ctx, [parse(oneOrder, body).id]),
        formatMessage('sendSuccessfully'),
      ),
  },
  {
    method: 'POST',
    path: '/email-update-status',
    summary: 'Cancel requests',
    answer: { data: queueChangeShape },
    body: statusUpdate,
    run: async (ctx, { body }) =>
      changeAnswer(
        ctx,
        await cancelQueueItems(ctx, idsOf(body, statusUpdate)),
        formatMessage('updateStatusSuccessfully'),
      ),
  },
  {
    method: 'POST',
    path: '/unsub-email-queue',
    summary: 'Block or unblock customers',
    description: '`status: true` blocks. One of `ids` and `shopifyCustomerId` is needed.',
    answer: { data: queueChangeShape },
    body: blocking,
    async run(ctx, { body }) {
      const { ids, shopifyCustomerId, status } = parse(blocking, body)
      const named = parseField('ids', () =>
        (shopifyCustomerId === undefined ? ids : [...ids, shopifyCustomerId]).map(parseQueueOrCustomerId),
      )
      return changeAnswer(
        ctx,
        await setCustomersBlocked(ctx, await withPlatformCustomers(ctx, named), status),
        formatMessage(status ? 'blocked' : 'unblocked'),
      )
    },
  },
]
