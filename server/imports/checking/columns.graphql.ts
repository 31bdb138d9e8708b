import { LimitReached, NotAllowed } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import type { CheckReport } from './report.ts'
import { importIdOf } from '../ids.ts'
import { ImportRun } from '../imports.graphql.ts'
import { recountImport } from './recount.ts'
import { remapImport } from './remap.ts'
import { mappedFields } from '../sources/mapping.ts'
import { ENCODINGS } from '../parsing/encodings.ts'

interface Column {
  name: string
  field: string | null
  samples: string[]
}

const ColumnType = builder.objectRef<Column>('ImportColumn').implement({
  description: 'A column of the file.',
  fields: (t) => ({
    name: t.exposeString('name'),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field it is read as; null when it is not imported.',
    }),
    samples: t.exposeStringList('samples', { description: 'Its first three non-empty cells.' }),
  }),
})

function columnsOf({ columns, report }: Import): Column[] {
  const { columnFields = [], columnSamples = [] } = report as unknown as Partial<CheckReport>
  return columnFields.map((field, at) => ({ name: columns[at] ?? '', field, samples: columnSamples[at] ?? [] }))
}

builder.objectFields(ImportRun, (t) => ({
  encodings: t.stringList({
    description:
      'Encodings that the text can be read in, as answers to `encoding`, which may be given unasked. None for tables of workbooks and pages.',
    resolve: ({ readings }) => (readings === null ? [] : [...ENCODINGS]),
  }),
  columns: t.field({
    type: [ColumnType],
    description: 'All columns in the order of the file, once it is checked. Columns after the 200th have no samples.',
    resolve: columnsOf,
  }),
  columnsGuessed: t.boolean({
    description: 'The app is unknown and the column mapping is a guess that the merchant has not confirmed.',
    resolve: ({ mapping, mapped }) => mapping !== null && !mapped,
  }),
  fields: t.stringList({ description: 'Fields that a column can be mapped to.', resolve: () => [...mappedFields] }),
}))

const MappedColumn = builder.inputType('ImportMappedColumn', {
  fields: (t) => ({
    field: t.string({ required: true }),
    column: t.int({ required: true, description: 'Column number, counted from 0.' }),
  }),
})
const RemapInput = builder.inputType('RemapImportInput', {
  fields: (t) => ({ importId: t.id({ required: true }), mapping: t.field({ type: [MappedColumn], required: true }) }),
})

builder.mutationField('remapImport', (t) =>
  t.field({
    type: ImportRun,
    description:
      'Maps the columns of a checked file and checks it again. Each field takes one column; rating is required.',
    errors: { types: [LimitReached, NotAllowed] },
    args: { input: t.arg({ type: RemapInput, required: true }) },
    resolve: (_root, { input }, { ctx }) =>
      remapImport(ctx, importIdOf(input.importId), {
        mapping: Object.fromEntries(input.mapping.map(({ field, column }) => [field, column])),
      }),
  }),
)

const RecountAnswer = builder.inputType('RecountImportAnswer', {
  fields: (t) => ({
    question: t.string({ required: true, description: '`encoding`, `scale`, `dates`, `long` or `status`.' }),
    answer: t.string({ required: true }),
  }),
})
const RecountInput = builder.inputType('RecountImportInput', {
  fields: (t) => ({ importId: t.id({ required: true }), answers: t.field({ type: [RecountAnswer], required: true }) }),
})

builder.mutationField('recountImport', (t) =>
  t.field({
    type: ImportRun,
    description:
      'Counts a checked file again with answers about its encoding, ratings, dates, long texts and what it shows; they become `suggested` of these questions.',
    errors: { types: [LimitReached, NotAllowed] },
    args: { input: t.arg({ type: RecountInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => recountImport(ctx, importIdOf(input.importId), { answers: input.answers }),
  }),
)
