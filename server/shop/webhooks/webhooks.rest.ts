import { z } from 'zod'
import { testTopic, WEBHOOK_TOPICS } from '../../../rules/webhook-topics.ts'
import { formatMessage } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { readParam } from '../../core/query-params.ts'
import { buildPagination, readPageArgs } from '../../core/page-params.ts'
import type { RestRequest, RestRoute } from '../../core/rest/route.ts'
import { emptyBody, pageQuery, uuid } from '../../core/rest/shapes.ts'
import type { IntegrationDelivery } from '../../generated/prisma/client.ts'
import { listDeliveries } from '../integrations/integrations.ts'
import {
  DELIVERY_STATES,
  deliveryShape,
  secretWebhookShape,
  toDeliveryWire,
  toWebhookWire,
  webhookShape,
} from './webhook-shapes.rest.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts'

const newWebhook = z.object({
  url: z.string('required').describe('An https address in the public internet.'),
  topics: z.array(z.string('valueInvalid'), 'required').describe('At least one topic of `GET /webhooks/topics`.'),
  enabled: z.boolean('valueInvalid').describe('Default: true.').optional(),
})
const webhookChange = newWebhook.partial()

const idOf = ({ params: { id = '' } }: RestRequest): string => decodeRowId('Webhook', id)
const deliveryIdOf = ({ params: { deliveryId = '' } }: RestRequest): string =>
  decodeRowId('IntegrationDelivery', deliveryId)

const deliveryColumns = {
  endpointId: true,
  event: true,
  payload: true,
  state: true,
  attempts: true,
  lastStatus: true,
  reason: true,
  answer: true,
  durationMs: true,
  dueAt: true,
  createdAt: true,
  finishedAt: true,
} as const

async function listLog(ctx: Ctx, request: RestRequest): Promise<object> {
  const { id: endpointId } = await readWebhook(ctx, idOf(request))
  const word = readParam(request.query, 'state') || undefined
  const state = DELIVERY_STATES.find((each) => each === word)
  if (word && !state) throw new InvalidInput({ state: 'valueInvalid' })
  const { args } = readPageArgs(request.query)
  const where = { endpointId, ...(state && { state }) }
  const { edges, pageInfo } = await listDeliveries(ctx, args, { select: deliveryColumns, where })
  return {
    success: true,
    data: edges.map(({ node }) => toDeliveryWire(node as IntegrationDelivery)),
    pagination: buildPagination(pageInfo),
  }
}

const feature = 'webhooks' as const

/** REST routes of outgoing webhooks. A secret is in the answer of its creation and rotation only. */
export const webhookRestRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    description: 'A shop has at most ten.',
    answer: { data: z.array(webhookShape) },
    run: async (ctx) => ({ success: true, data: (await listWebhooks(ctx)).map(toWebhookWire) }),
  },
  {
    method: 'GET',
    path: '/webhooks/topics',
    summary: 'List the topics of webhooks',
    answer: { data: z.object({ topics: z.array(z.enum(WEBHOOK_TOPICS)), test: z.string() }) },
    run: () => Promise.resolve({ success: true, data: { topics: WEBHOOK_TOPICS, test: testTopic } }),
  },
  {
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook',
    description: 'Only this answer has its `secret`.',
    body: newWebhook,
    answer: { data: secretWebhookShape },
    feature,
    run: async (ctx, { body }) => ({
      success: true,
      data: toWebhookWire(await createWebhook(ctx, parse(newWebhook, body))),
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'GET',
    path: '/webhooks/:id',
    summary: 'Read a webhook',
    answer: { data: webhookShape },
    run: async (ctx, request) => ({ success: true, data: toWebhookWire(await readWebhook(ctx, idOf(request))) }),
  },
  {
    method: 'PUT',
    path: '/webhooks/:id',
    summary: 'Change a webhook',
    description: 'Absent fields stay. `enabled: true` starts it again after Candor disabled it.',
    body: webhookChange,
    answer: { data: webhookShape },
    feature,
    run: async (ctx, request) => ({
      success: true,
      data: toWebhookWire(await updateWebhook(ctx, idOf(request), parse(webhookChange, request.body))),
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook with its log',
    description: 'Events that wait are not sent.',
    body: emptyBody,
    answer: { data: z.object({ id: uuid }) },
    run: async (ctx, request) => ({
      success: true,
      data: { id: (await deleteWebhook(ctx, idOf(request))).id },
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    summary: 'Replace the secret of a webhook',
    description: 'Only this answer has the new `secret`. For 24 hours the former secret signs, too.',
    body: emptyBody,
    answer: { data: secretWebhookShape },
    feature,
    run: async (ctx, request) => ({
      success: true,
      data: toWebhookWire(await rotateWebhookSecret(ctx, idOf(request))),
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a test event',
    description: `The event \`${testTopic}\` goes the way of all others. The answer is its entry in the log.`,
    body: emptyBody,
    answer: { data: deliveryShape },
    feature,
    run: async (ctx, request) => ({
      success: true,
      data: toDeliveryWire(await testWebhook(ctx, idOf(request))),
      message: formatMessage('sendSuccessfully'),
    }),
  },
  {
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary: 'List deliveries of a webhook',
    description: 'The last 30 days, newest first.',
    query: pageQuery.extend({ state: z.enum(DELIVERY_STATES).optional() }),
    answer: { page: deliveryShape },
    run: listLog,
  },
  {
    method: 'POST',
    path: '/webhooks/deliveries/:deliveryId/resend',
    summary: 'Send an event of the log again',
    description: 'It keeps its id.',
    body: emptyBody,
    answer: { data: deliveryShape },
    feature,
    run: async (ctx, request) => ({
      success: true,
      data: toDeliveryWire(await resendDelivery(ctx, deliveryIdOf(request))),
      message: formatMessage('sendSuccessfully'),
    }),
  },
]
