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
      description: 'Address of the product’s page; for CJDropshipping also the product’s id.',
    }),
    token: t.string({
      description:
        'CJDropshipping only: the access token of its API. Stored encrypted. If omitted, the stored one is used.',
    }),
    ...runOptionFields(t),
  }),
})

const JudgemeInput = builder.inputType('FetchJudgemeImportInput', {
  fields: (t) => ({
    shopDomain: t.string({ required: true, description: 'The shop’s domain at Judge.me: `example.myshopify.com`.' }),
    token: t.string({
      description: 'The private API token of Judge.me. Stored encrypted. If omitted, the stored one is used.',
    }),
  }),
})

builder.mutationField('fetchImport', (t) =>
  t.field({
    type: ImportRun,
    description:
      'Fetches a product’s reviews from a marketplace within 40 seconds, then stores and checks them. Adds no reviews before startImport.',
    errors: { types: [LimitReached] },
    args: { input: t.arg({ type: FetchInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => fetchImport(ctx, omitNulls(input)),
  }),
)

builder.mutationField('fetchJudgemeImport', (t) =>
  t.field({
    type: ImportRun,
    description:
      'Fetches a shop’s reviews from Judge.me’s API in the background. The import is CHECKING until all are fetched.',
    errors: { types: [LimitReached] },
    args: { input: t.arg({ type: JudgemeInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => fetchJudgemeImport(ctx, omitNulls(input)),
  }),
)

const Access = builder.objectRef<KeptTokens>('MarketplaceAccess').implement({
  description: 'Whether tokens are stored. The tokens themselves are never returned.',
  fields: (t) => ({
    cjTokenKept: t.exposeBoolean('cjTokenKept'),
    judgemeTokenKept: t.exposeBoolean('judgemeTokenKept'),
  }),
})

builder.objectFields(Shop, (t) => ({
  marketplaceAccess: t.field({ type: Access, resolve: (_shop, _args, { ctx }) => keptTokens(ctx) }),
}))
