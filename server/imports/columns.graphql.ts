import { LimitReached, NotAllowed } from '../errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import type { CheckReport } from './checking/report.ts'
import { importIdOf } from './ids.ts'
import { ImportRun } from './imports.graphql.ts'
import { recountImport } from './recount.ts'
import { remapImport } from './remap.ts'
import { mappedFields } from './sources/mapping.ts'

interface Column {
  name: string
  field: string | null
  samples: string[]
}

const ColumnType = builder.objectRef<Column>('ImportColumn').implement({
  description: 'A column of the file, in the file’s order.',
  fields: (t) => ({
    name: t.exposeString('name'),
    field: t.exposeString('field', { nullable: true, description: 'What it is read as; null: it is not read.' }),
    samples: t.exposeStringList('samples', { description: 'Its first three cells that hold something.' }),
  }),
})

function columnsOf({ report }: Import): Column[] {
  const { columns = [], columnFields = [], columnSamples = [] } = report as unknown as Partial<CheckReport>
  return columnFields.map((field, at) => ({ name: columns[at] ?? '', field, samples: columnSamples[at] ?? [] }))
}

builder.objectFields(ImportRun, (t) => ({
  columns: t.field({ type: [ColumnType], description: 'All of them, once the file is checked; those after the 200th without samples.', resolve: columnsOf }),
  columnsGuessed: t.boolean({
    description: 'The app is not known and what its columns mean is a guess, until the merchant has said so.',
    resolve: ({ report }) => {
      const { mapping, mapped } = report as unknown as Partial<CheckReport>
      return mapping !== undefined && !mapped
    },
  }),
  fields: t.stringList({ description: 'What a column can be read as.', resolve: () => [...mappedFields] }),
}))

const MappedColumn = builder.inputType('ImportMappedColumn', {
  fields: (t) => ({ field: t.string({ required: true }), column: t.int({ required: true, description: 'From 0.' }) }),
})
const RemapInput = builder.inputType('RemapImportInput', {
  fields: (t) => ({ importId: t.id({ required: true }), mapping: t.field({ type: [MappedColumn], required: true }) }),
})

builder.mutationField('remapImport', (t) => t.field({
  type: ImportRun,
  description: 'Says what the columns of a checked file mean, and checks it again. One column feeds one field; rating is needed.',
  errors: { types: [LimitReached, NotAllowed] },
  args: { input: t.arg({ type: RemapInput, required: true }) },
  resolve: (_root, { input }, { ctx }) => remapImport(ctx, importIdOf(input.importId), {
    mapping: Object.fromEntries(input.mapping.map(({ field, column }) => [field, column])),
  }),
}))

const RecountAnswer = builder.inputType('RecountImportAnswer', {
  fields: (t) => ({ question: t.string({ required: true, description: '`scale`, `dates` or `long`.' }), answer: t.string({ required: true }) }),
})
const RecountInput = builder.inputType('RecountImportInput', {
  fields: (t) => ({ importId: t.id({ required: true }), answers: t.field({ type: [RecountAnswer], required: true }) }),
})

builder.mutationField('recountImport', (t) => t.field({
  type: ImportRun,
  description: 'Counts a checked file again by the answers about its ratings, dates and long texts; `suggested` of these questions is then what was answered.',
  errors: { types: [LimitReached, NotAllowed] },
  args: { input: t.arg({ type: RecountInput, required: true }) },
  resolve: (_root, { input }, { ctx }) => recountImport(ctx, importIdOf(input.importId), { answers: input.answers }),
}))
