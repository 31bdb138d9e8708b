import { LimitReached } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import { fetchImport } from './fetch.ts'
import { fetchJudgemeImport } from './fetch-judgeme.ts'
import { keptTokens, type KeptTokens } from './fetch-tokens.ts'
import { ImportRun } from '../imports.graphql.ts'
import { Marketplace, runOptionFields } from './run-options.graphql.ts'

const FetchInput = builder.inputType('FetchImportInput', {
  fields: (t) => ({
    source: t.field({ type: Marketplace, required: true }),
    address: t.string({
      required: true,
      description: 'Of the product’s page there; for CJDropshipping also the product’s id.',
    }),
    token: t.string({
      description: 'CJDropshipping only: the access token of its API. Kept encrypted; left out, the kept one is used.',
    }),
    ...runOptionFields(t),
  }),
})

const JudgemeInput = builder.inputType('FetchJudgemeImportInput', {
  fields: (t) => ({
    shopDomain: t.string({ required: true, description: 'As Judge.me knows the shop: `example.myshopify.com`.' }),
    token: t.string({
      description: 'The private API token of Judge.me. Kept encrypted; left out, the kept one is used.',
    }),
  }),
})

builder.mutationField('fetchImport', (t) =>
  t.field({
    type: ImportRun,
    description:
      'Asks a marketplace for the reviews of a product, within 40 seconds, then keeps and checks them. Nothing comes into the shop before startImport.',
    errors: { types: [LimitReached] },
    args: { input: t.arg({ type: FetchInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => fetchImport(ctx, omitNulls(input)),
  }),
)

builder.mutationField('fetchJudgemeImport', (t) =>
  t.field({
    type: ImportRun,
    description:
      'Asks Judge.me’s API for the reviews of a shop, up to the plan’s rows, in the background: the import is CHECKING until they are here.',
    errors: { types: [LimitReached] },
    args: { input: t.arg({ type: JudgemeInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => fetchJudgemeImport(ctx, omitNulls(input)),
  }),
)

const Access = builder.objectRef<KeptTokens>('MarketplaceAccess').implement({
  description: 'Whether tokens are kept. The tokens themselves are never answered.',
  fields: (t) => ({
    cjTokenKept: t.exposeBoolean('cjTokenKept'),
    judgemeTokenKept: t.exposeBoolean('judgemeTokenKept'),
  }),
})

builder.objectFields(Shop, (t) => ({
  marketplaceAccess: t.field({ type: Access, resolve: (_shop, _args, { ctx }) => keptTokens(ctx) }),
}))
