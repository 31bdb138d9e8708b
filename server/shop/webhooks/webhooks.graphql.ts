import { queryFromInfo } from '@pothos/plugin-prisma'
import { LimitReached, NotAllowed, PlanRequired } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { decodeRowId, encodeId } from '../../core/global-ids.ts'
import { Delivery, DeliveryStateEnum } from '../integrations/integrations.graphql.ts'
import { listDeliveries } from '../integrations/integrations.ts'
import { Shop } from '../shops/shops.graphql.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from './webhooks.ts'

const idOf = (id: string | number): string => decodeRowId('Webhook', id)

const WebhookRef = builder.objectRef<Webhook>('Webhook').implement({
  description: 'An address that receives events as Standard Webhooks.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('Webhook', id) }),
    url: t.exposeString('url', { description: 'Where events are sent by POST.' }),
    topics: t.exposeStringList('topics', { description: 'Events that it receives, such as `review.published`.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether events are sent.' }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why Candor disabled it: `gone` (it answered 410) or `failing` (nothing accepted for five days).',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when every attempt fails; null after a success.',
    }),
    oldSecretUntil: t.expose('oldSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before the last rotation signs too.',
    }),
    secret: t.string({
      nullable: true,
      description: 'The secret of signatures, `whsec_...`. Only in the answer of its creation and rotation.',
      resolve: ({ secret }) => secret ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    deliveries: t.connection({
      type: Delivery,
      description: 'Its deliveries of the last 30 days, newest first.',
      complexity: pageComplexity,
      args: { state: t.arg({ type: DeliveryStateEnum, description: 'Only deliveries in this state.' }) },
      resolve: async ({ id }, { state, ...args }, context, info) => {
        const { select } = queryFromInfo({
          context,
          info,
          typeName: 'IntegrationDelivery',
          path: ['edges', 'node'],
        }) as {
          select: object
        }
        const where = { endpointId: id, ...(state && { state }) }
        return (await listDeliveries(context.ctx, args, { select, where })) as never
      },
    }),
  }),
})

builder.objectFields(Shop, (t) => ({
  webhooks: t.field({
    type: [WebhookRef],
    description: 'The shop’s webhooks, at most ten.',
    resolve: (_shop, _args, { ctx }) => listWebhooks(ctx),
  }),
  webhook: t.field({
    type: WebhookRef,
    nullable: true,
    description: 'One of the shop’s webhooks.',
    args: { id: t.arg.id() },
    resolve: async (_shop, { id }, { ctx }) =>
      id ? ((await listWebhooks(ctx)).find((each) => each.id === idOf(id)) ?? null) : null,
  }),
}))

const CreateInput = builder.inputType('CreateWebhookInput', {
  fields: (t) => ({
    url: t.string({ required: true, description: 'An https address in the public internet.' }),
    topics: t.stringList({ required: true, description: 'At least one topic, such as `review.published`.' }),
  }),
})
const UpdateInput = builder.inputType('UpdateWebhookInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    url: t.string(),
    topics: t.stringList(),
    enabled: t.boolean({ description: 'False stops its events; true begins again with new ones.' }),
  }),
})
const idInput = (name: string) => builder.inputType(name, { fields: (t) => ({ id: t.id({ required: true }) }) })
const DeleteInput = idInput('DeleteWebhookInput')
const RotateInput = idInput('RotateWebhookSecretInput')
const TestInput = idInput('TestWebhookInput')
const ResendInput = idInput('ResendDeliveryInput')

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookRef,
    description: 'Creates a webhook. The answer has its secret.',
    errors: { types: [PlanRequired, LimitReached] },
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => createWebhook(ctx, input),
  }),
  updateWebhook: t.field({
    type: WebhookRef,
    description: 'Changes address, topics or whether it is enabled.',
    errors: { types: [PlanRequired] },
    args: { input: t.arg({ type: UpdateInput, required: true }) },
    resolve: (_root, { input: { id, url, topics, enabled } }, { ctx }) =>
      updateWebhook(ctx, idOf(id), {
        ...(url != null && { url }),
        ...(topics && { topics }),
        ...(enabled != null && { enabled }),
      }),
  }),
  deleteWebhook: t.field({
    type: WebhookRef,
    description: 'Deletes a webhook with its log. Events that wait are not sent.',
    errors: {},
    args: { input: t.arg({ type: DeleteInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => deleteWebhook(ctx, idOf(input.id)),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookRef,
    description: 'Replaces the secret. The former one signs beside the new one for a day.',
    errors: { types: [PlanRequired] },
    args: { input: t.arg({ type: RotateInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => rotateWebhookSecret(ctx, idOf(input.id)),
  }),
  testWebhook: t.field({
    type: Delivery,
    description: 'Sends a test event the way of all others. The answer is its entry in the log.',
    errors: { types: [PlanRequired, NotAllowed] },
    args: { input: t.arg({ type: TestInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => testWebhook(ctx, idOf(input.id)) as never,
  }),
  resendDelivery: t.field({
    type: Delivery,
    description: 'Sends an event of the log again, with the same id.',
    errors: { types: [PlanRequired, NotAllowed] },
    args: { input: t.arg({ type: ResendInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => resendDelivery(ctx, decodeRowId('IntegrationDelivery', input.id)) as never,
  }),
}))
