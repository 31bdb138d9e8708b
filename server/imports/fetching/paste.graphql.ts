import { LimitReached } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import { ImportRun } from '../imports.graphql.ts'
import type { MarketplaceFigures } from '../marketplaces/table.ts'
import { createImportFromText } from './paste.ts'
import { Marketplace, runOptionFields } from './run-options.graphql.ts'

const Figures = builder.objectRef<MarketplaceFigures>('MarketplaceFigures').implement({
  description: 'How many reviews of a marketplace were there, and are looked at.',
  fields: (t) => ({
    total: t.exposeInt('total', { nullable: true, description: 'As the marketplace says.' }),
    found: t.exposeInt('found', { description: 'In what was uploaded, pasted or fetched.' }),
    chosen: t.exposeInt('chosen', { description: 'Of these, by the merchant’s options.' }),
    fetched: t.int({
      nullable: true,
      description: 'Different reviews that the server fetched; null where nothing was fetched.',
      resolve: ({ fetched }) => fetched ?? null,
    }),
    blockedPage: t.int({
      nullable: true,
      description: 'The page, from 1, that the marketplace refused or did not answer; what was fetched before stays.',
      resolve: ({ blockedPage }) => blockedPage ?? null,
    }),
    cutShort: t.boolean({
      description: 'What one run may take (its time, pages or bytes) was used up before all pages had been asked for.',
      resolve: ({ cutShort }) => cutShort ?? false,
    }),
    repliesAndVideosMissing: t.boolean({
      description: 'Judge.me’s API: it gives neither replies nor videos.',
      resolve: ({ repliesAndVideosMissing }) => repliesAndVideosMissing ?? false,
    }),
  }),
})

builder.objectFields(ImportRun, (t) => ({
  marketplace: t.field({
    type: Figures,
    nullable: true,
    description: 'Of a marketplace’s answer or page only.',
    resolve: ({ report }) => (report as { marketplace?: MarketplaceFigures }).marketplace ?? null,
  }),
}))

const PasteInput = builder.inputType('PasteImportInput', {
  fields: (t) => ({
    source: t.field({ type: Marketplace, required: true }),
    text: t.string({ required: true, description: 'The marketplace’s answer (JSON) or the source of its page.' }),
    ...runOptionFields(t),
  }),
})

builder.mutationField('pasteImport', (t) =>
  t.field({
    type: ImportRun,
    description: 'Keeps and checks what was copied from a marketplace. Nothing comes into the shop before startImport.',
    errors: { types: [LimitReached] },
    args: { input: t.arg({ type: PasteInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => createImportFromText(ctx, omitNulls(input)),
  }),
)
