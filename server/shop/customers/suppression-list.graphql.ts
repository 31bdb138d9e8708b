import { SUPPRESSION_REASONS, type SuppressionReason } from '../../../rules/suppressions.ts'
import { searchText } from '../../../rules/filters.ts'
import { parse } from '../../core/errors.ts'
import type { Suppression as SuppressionRow } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId } from '../../core/global-ids.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Shop } from '../shops/shops.graphql.ts'
import {
  addSuppressions,
  countSuppressions,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  removeSuppressions,
  type SuppressionFilter,
  type SuppressionImport,
} from './suppression-list.ts'

const Reason = enumOf('SuppressionReason', SUPPRESSION_REASONS, 'Why an address gets no review requests.')

export const Suppression = builder
  .objectRef<Pick<SuppressionRow, 'email' | 'reason' | 'createdAt'>>('Suppression')
  .implement({
    description: 'An address that gets no review requests, and one reason for it.',
    fields: (t) => ({
      id: t.id({ resolve: ({ email, reason }) => encodeId('Suppression', `${reason} ${email}`) }),
      email: t.exposeString('email'),
      reason: t.field({ type: Reason, resolve: ({ reason }) => reason as SuppressionReason }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  })

builder.objectFields(Shop, (t) => ({
  suppressions: t.connection(
    {
      type: Suppression,
      description: 'Addresses that get no review requests, the newest first.',
      complexity: pageComplexity,
      args: { search: t.arg.string({ description: 'A part of the address.' }), reason: t.arg({ type: Reason }) },
      resolve: async (_shop, args, { ctx }) => {
        const filter: SuppressionFilter = { search: parse(searchText, args.search ?? ''), reason: args.reason }
        return { ...(await listSuppressions(ctx, { args, filter })), filter } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          description: 'Counted up to 10,000; null beyond.',
          resolve: (connection, _args, { ctx }) =>
            countSuppressions(ctx, (connection as unknown as { filter: SuppressionFilter }).filter),
        }),
      }),
    },
  ),
  suppressionsCsv: t.string({
    description: 'The whole list as a CSV file.',
    complexity: 100,
    resolve: (_shop, _args, { ctx }) => exportSuppressions(ctx),
  }),
}))

const Problem = builder.objectRef<SuppressionImport['problems'][number]>('SuppressionProblem').implement({
  description: 'A row of the file without an email address.',
  fields: (t) => ({ line: t.exposeInt('line'), text: t.exposeString('text') }),
})
const Imported = builder.objectRef<SuppressionImport>('SuppressionImport').implement({
  description: 'The result of an import.',
  fields: (t) => ({
    added: t.exposeInt('added'),
    known: t.exposeInt('known', {
      description: 'Addresses already on the list, or repeated in the file.',
    }),
    refused: t.exposeInt('refused', { description: 'Rows without an email address.' }),
    problems: t.field({
      type: [Problem],
      description: 'The first 50 of these rows.',
      resolve: ({ problems }) => problems,
    }),
  }),
})
const Changed = builder.objectRef<{ count: number }>('SuppressionsChanged').implement({
  description: 'Number of entries that changed.',
  fields: (t) => ({ count: t.exposeInt('count') }),
})

const AddInput = builder.inputType('AddSuppressionsInput', {
  fields: (t) => ({ emails: t.stringList({ required: true }) }),
})
const EntryInput = builder.inputType('SuppressionEntryInput', {
  fields: (t) => ({ email: t.string({ required: true }), reason: t.field({ type: Reason, required: true }) }),
})
const RemoveInput = builder.inputType('RemoveSuppressionsInput', {
  fields: (t) => ({ entries: t.field({ type: [EntryInput], required: true }) }),
})
const ImportInput = builder.inputType('ImportSuppressionsInput', {
  fields: (t) => ({
    csv: t.string({ required: true, description: 'The file: a column named email, or addresses in the first column.' }),
  }),
})

builder.mutationFields((t) => ({
  addSuppressions: t.field({
    type: Changed,
    description: 'Stops all requests to these addresses.',
    errors: {},
    args: { input: t.arg({ type: AddInput, required: true }) },
    resolve: async (_root, { input }, { ctx }) => ({ count: await addSuppressions(ctx, input) }),
  }),
  removeSuppressions: t.field({
    type: Changed,
    description: 'Removes entries from the list.',
    errors: {},
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (_root, { input }, { ctx }) => ({ count: await removeSuppressions(ctx, input) }),
  }),
  importSuppressions: t.field({
    type: Imported,
    description: 'Adds the addresses of a CSV file.',
    errors: {},
    args: { input: t.arg({ type: ImportInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => importSuppressions(ctx, input),
  }),
}))
