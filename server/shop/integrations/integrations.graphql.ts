import { queryFromInfo } from '@pothos/plugin-prisma'
import { formatMessage, type MessageCode } from '../../../rules/messages.ts'
import { NotAllowed, PlanRequired, UpstreamFailed } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { encodeId } from '../../core/global-ids.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { buildDeliveryBody } from './delivery-body.ts'
import {
  connectIntegration,
  disconnectIntegration,
  listDeliveries,
  listIntegrations,
  testIntegration,
  type IntegrationState,
} from './integrations.ts'

const IntegrationRef = builder.objectRef<IntegrationState>('Integration').implement({
  description: 'A service that the shop can connect to.',
  fields: (t) => ({
    id: t.id({ resolve: ({ key }, _args, { ctx }) => encodeId('Integration', `${ctx.shop.id}/${key}`) }),
    key: t.exposeString('key', { description: 'Name of the service in URLs and inputs, such as `judgeme`.' }),
    name: t.exposeString('name', { description: 'The brand.' }),
    fields: t.exposeStringList('fields', {
      description: 'Names of the secrets to connect with. Their values are never returned.',
    }),
    feature: t.exposeString('feature', { nullable: true, description: 'The feature that the plan must include.' }),
    delivers: t.exposeBoolean('delivers', { description: 'Whether Candor sends events to it.' }),
    openUrl: t.exposeString('openUrl', {
      nullable: true,
      description: 'Where the merchant works with the service; null if it is the same for every shop.',
    }),
    isConnected: t.boolean({
      description: 'Whether all secrets are stored.',
      resolve: ({ connectedAt }) => connectedAt !== null,
    }),
    connectedAt: t.expose('connectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the secrets were last saved.',
    }),
  }),
})

export const DeliveryStateEnum = builder.enumType('DeliveryState', {
  description: 'State of a delivery.',
  values: {
    WAITING: { value: 'waiting', description: 'Will be sent or retried soon.' },
    SENT: { value: 'sent', description: 'The service accepted it.' },
    FAILED: { value: 'failed', description: 'Candor gave up; `reason` says why.' },
    DROPPED: { value: 'dropped', description: 'Not sent; `reason` says why.' },
  } as const,
})

export const Delivery = builder.prismaNode('IntegrationDelivery', {
  nullable: true,
  description: 'One request to a service.',
  id: { resolve: (delivery) => delivery.id },
  select: { shopId: true, id: true },
  findUnique: (id, { ctx }) => ({ shopId_id: { shopId: ctx.shop.id, id } }),
  fields: (t) => ({
    integration: t.exposeString('integration', { description: 'Key of the service.' }),
    name: t.string({
      description: 'The brand of the service.',
      select: { integration: true },
      resolve: ({ integration }, _args, { ctx }) =>
        ctx.integrations.find(({ key }) => key === integration)?.name ?? integration,
    }),
    event: t.exposeString('event', { description: 'What happened, such as `review.published`.' }),
    state: t.expose('state', { type: DeliveryStateEnum }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'HTTP status of the last response; null without one.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Code of the last failure; null without one.' }),
    message: t.string({
      nullable: true,
      description: 'The last failure in English.',
      select: { reason: true },
      resolve: ({ reason }) => reason && formatMessage(reason as MessageCode),
    }),
    detail: t.string({
      nullable: true,
      description: 'What the service said about the last failure, in its own words; null without a sentence.',
      select: { integration: true, reason: true, answer: true },
      resolve: ({ integration, reason, answer }, _args, { ctx }) =>
        reason && answer ? (ctx.integrations.find(({ key }) => key === integration)?.explain?.(answer) ?? null) : null,
    }),
    body: t.string({
      nullable: true,
      description: 'What a webhook sends, as JSON; null for other services.',
      select: { endpointId: true, event: true, createdAt: true, payload: true },
      resolve: buildDeliveryBody,
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'The first 2 KB of the last response’s body; null without one.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'How long the last attempt took, in milliseconds.',
    }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it is tried next while it waits.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was sent or given up.',
    }),
  }),
})

builder.objectFields(Shop, (t) => ({
  integrations: t.field({
    type: [IntegrationRef],
    description: 'Every service, connected or not.',
    resolve: (_shop, _args, { ctx }) => listIntegrations(ctx),
  }),
  integrationDeliveries: t.connection({
    type: Delivery,
    description: 'Deliveries of the last 30 days, newest first.',
    complexity: pageComplexity,
    args: { integration: t.arg.string({ description: 'Only those to the service with this key.' }) },
    resolve: async (_shop, { integration, ...args }, context, info) => {
      const where = integration ? { integration } : {}
      const { select } = queryFromInfo({ context, info, typeName: 'IntegrationDelivery', path: ['edges', 'node'] }) as {
        select: object
      }
      return (await listDeliveries(context.ctx, args, { select, where })) as never
    },
  }),
}))

const SecretInput = builder.inputType('IntegrationSecretInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'One of `fields`.' }),
    value: t.string({ required: true }),
  }),
})
const ConnectInput = builder.inputType('ConnectIntegrationInput', {
  fields: (t) => ({ key: t.string({ required: true }), secrets: t.field({ type: [SecretInput], required: true }) }),
})
const TestInput = builder.inputType('TestIntegrationInput', { fields: (t) => ({ key: t.string({ required: true }) }) })
const DisconnectInput = builder.inputType('DisconnectIntegrationInput', {
  fields: (t) => ({ key: t.string({ required: true }) }),
})

builder.mutationFields((t) => ({
  connectIntegration: t.field({
    type: IntegrationRef,
    description: 'Tests the secrets with the service and, if it accepts them, stores them encrypted.',
    errors: { types: [PlanRequired] },
    args: { input: t.arg({ type: ConnectInput, required: true }) },
    resolve: (_root, { input: { key, secrets } }, { ctx }) =>
      connectIntegration(ctx, key, Object.fromEntries(secrets.map(({ name, value }) => [name, value]))),
  }),
  testIntegration: t.field({
    type: IntegrationRef,
    description: 'Asks the service whether it accepts the stored secrets.',
    errors: { types: [NotAllowed, UpstreamFailed] },
    args: { input: t.arg({ type: TestInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => testIntegration(ctx, input.key),
  }),
  disconnectIntegration: t.field({
    type: IntegrationRef,
    description: 'Deletes the stored secrets. Deliveries that still wait are not sent.',
    errors: {},
    args: { input: t.arg({ type: DisconnectInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => disconnectIntegration(ctx, input.key),
  }),
}))
