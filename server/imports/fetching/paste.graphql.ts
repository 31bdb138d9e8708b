import { LimitReached } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import { ImportRun } from '../imports.graphql.ts'
import type { MarketplaceFigures } from '../marketplaces/table.ts'
import { createImportFromText } from './paste.ts'
import { Marketplace, runOptionFields } from './run-options.graphql.ts'

const Figures = builder.objectRef<MarketplaceFigures>('MarketplaceFigures').implement({
  description: 'Numbers of a marketplace’s reviews that were found and chosen.',
  fields: (t) => ({
    total: t.exposeInt('total', { nullable: true, description: 'The marketplace’s own count; null if it gives none.' }),
    found: t.exposeInt('found', { description: 'Reviews in the upload, pasted text or fetch.' }),
    chosen: t.exposeInt('chosen', { description: 'Reviews chosen by the merchant’s options.' }),
    fetched: t.int({
      nullable: true,
      description: 'Distinct reviews that the server fetched; null without a fetch.',
      resolve: ({ fetched }) => fetched ?? null,
    }),
    blockedPage: t.int({
      nullable: true,
      description: 'The page, from 1, that failed. Reviews fetched before it are kept.',
      resolve: ({ blockedPage }) => blockedPage ?? null,
    }),
    cutShort: t.boolean({
      description: 'The run reached its limit of time, pages or bytes before the last page.',
      resolve: ({ cutShort }) => cutShort ?? false,
    }),
    repliesAndVideosMissing: t.boolean({
      description: 'True for Judge.me’s API, which provides neither replies nor videos.',
      resolve: ({ repliesAndVideosMissing }) => repliesAndVideosMissing ?? false,
    }),
  }),
})

builder.objectFields(ImportRun, (t) => ({
  marketplace: t.field({
    type: Figures,
    nullable: true,
    description: 'Only for a marketplace’s response or page.',
    resolve: ({ marketplace }) => marketplace as unknown as MarketplaceFigures | null,
  }),
}))

const PasteInput = builder.inputType('PasteImportInput', {
  fields: (t) => ({
    source: t.field({ type: Marketplace, required: true }),
    text: t.string({
      required: true,
      description: 'The marketplace’s response (JSON) or the HTML source of its page.',
    }),
    ...runOptionFields(t),
  }),
})

builder.mutationField('pasteImport', (t) =>
  t.field({
    type: ImportRun,
    description: 'Stores and checks text copied from a marketplace. Adds no reviews before startImport.',
    errors: { types: [LimitReached] },
    args: { input: t.arg({ type: PasteInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => createImportFromText(ctx, omitNulls(input)),
  }),
)
