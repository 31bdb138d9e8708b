import { KEY_SCOPES } from '../../../rules/api-keys.ts'
import { LimitReached, NotAllowed, PlanRequired } from '../../core/errors.ts'
import { decodeRowId, encodeId } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { createKey, listKeys, revokeKey, rotateKey, type CreatedKey, type ShownKey } from './api-keys.ts'

const Scope = builder.enumType('ApiKeyScope', {
  description: 'What an API key may do.',
  values: Object.fromEntries(
    KEY_SCOPES.map((scope) => [
      scope,
      {
        description: {
          READ: 'Queries, subscriptions and GET of REST: everything of the shop but its keys.',
          WRITE: 'As READ, and mutations and writes of REST.',
          STOREFRONT: 'Only the published reviews that the storefront shows.',
        }[scope],
      },
    ]),
  ),
})

const Key = builder.objectRef<ShownKey>('ApiKey').implement({
  description: 'A key with which a program calls the API for the shop. The key itself is shown once.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', resolve: ({ id }) => encodeId('ApiKey', id) }),
    name: t.exposeString('name', { description: 'What the merchant calls it.' }),
    scopes: t.expose('scopes', { type: [Scope], description: 'What it may do.' }),
    prefix: t.exposeString('prefix', { description: 'The beginning of the key, by which people recognize it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    createdBy: t.exposeString('createdBy', {
      description:
        'Name or email address of the person who created it; the shop’s name for someone in Shopify’s admin.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Its last use, to the minute; null: never used.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working after a rotation; null: not rotated.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked, or null.',
    }),
  }),
})

const Created = builder.objectRef<CreatedKey>('CreatedApiKey').implement({
  description: 'A new API key.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key itself. No later answer contains it.' }),
    apiKey: t.expose('apiKey', { type: Key, description: 'The key as lists show it.' }),
  }),
})

builder.objectField(Shop, 'apiKeys', (t) =>
  t.field({
    type: [Key],
    description: 'The shop’s API keys, newest first. Those that no longer work stay for 30 days. Not for API keys.',
    complexity: 10,
    resolve: (_shop, _args, { ctx }) => listKeys(ctx),
  }),
)

const CreateInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is for; at most 60 characters.' }),
    scopes: t.field({ type: [Scope], required: true, description: 'What it may do; at least one.' }),
  }),
})
const RotateInput = builder.inputType('RotateApiKeyInput', {
  description: 'A key to replace.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The key to replace.' }),
    overlapHours: t.int({ description: 'Hours for which the old key still works, 0 to 168. By default 24.' }),
  }),
})
const RevokeInput = builder.inputType('RevokeApiKeyInput', {
  description: 'A key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'The key to revoke.' }) }),
})

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: Created,
    description: 'Creates an API key (Enterprise). Only a person can, not an API key.',
    errors: { types: [PlanRequired, LimitReached, NotAllowed] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The new key.' }) },
    resolve: (_root, { input }, { ctx }) => createKey(ctx, input),
  }),
  rotateApiKey: t.field({
    type: Created,
    description: 'Replaces an API key by a new one with its name and scopes (Enterprise).',
    errors: { types: [PlanRequired, NotAllowed] },
    args: { input: t.arg({ type: RotateInput, required: true, description: 'The key to replace.' }) },
    resolve: (_root, { input: { id, overlapHours } }, { ctx }) =>
      rotateKey(ctx, decodeRowId('ApiKey', id), { overlapHours: overlapHours ?? undefined }),
  }),
  revokeApiKey: t.field({
    type: Key,
    description: 'Revokes an API key at once, on every plan.',
    errors: {},
    args: { input: t.arg({ type: RevokeInput, required: true, description: 'The key to revoke.' }) },
    resolve: (_root, { input: { id } }, { ctx }) => revokeKey(ctx, decodeRowId('ApiKey', id)),
  }),
}))
