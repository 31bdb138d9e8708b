import { importRefusal, IMPORT_STATUSES, isDiscardable, PUBLISH_CHOICES } from '../../rules/import-status.ts'
import { NotAllowed, NotFound, PlanRequired } from '../core/errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import { builder } from '../core/graphql/builder.ts'
import { enumOf } from '../core/graphql/enums.ts'
import { encodeId } from '../core/global-ids.ts'
import { pageComplexity } from '../core/graphql/list-complexity.ts'
import { ReviewStatus } from '../reviews/reviews/reviews.graphql.ts'
import { Shop } from '../shop/shops/shops.graphql.ts'
import type { Answer } from './answers.ts'
import type { CheckReport, SampleRow } from './checking/report.ts'
import { discardImport } from './discard.ts'
import { errorFileUrl } from './downloads/error-file.ts'
import { parseFailure } from './failure.ts'
import { isFileKept } from './files/import-file.ts'
import { requireImport, listImports, startImport } from './imports.ts'
import { decodeAnswer, importGlobalId, importIdOf } from './ids.ts'
import { listSkippedRows, type DescribedProblem } from './problems.ts'
import { cancelImport, pauseImport, resumeImport } from './pause.ts'
import { QuestionType } from './questions.graphql.ts'
import { countToImport, listOpenQuestions, readMaxRows } from './row-limit.ts'
import { requireSource } from './sources/sources.ts'
import { readUndoPlan, type UndoPlan } from './undo/undo-plan.ts'
import { undoImport } from './undo/undo.ts'
import { watchImport, watchStatuses } from './watch.ts'

const mostBadRows = 100
/** Cost of an import in a list, compared with other rows: it includes the check's report. */
const reportCost = 5

const ImportStatus = enumOf('ImportStatus', IMPORT_STATUSES)
const Publish = builder.enumType('ImportPublish', {
  description:
    'The status that published and pending reviews of the file get. Hidden and spam reviews never become visible.',
  values: PUBLISH_CHOICES,
})

const SampleRowType = builder.objectRef<SampleRow>('ImportSampleRow').implement({
  description: 'A review as it will look in the shop.',
  fields: (t) => ({
    row: t.exposeInt('row'),
    author: t.exposeString('author'),
    rate: t.exposeInt('rate'),
    originalRate: t.exposeString('originalRate', {
      nullable: true,
      description: 'The rating as written in the file, if it was converted.',
    }),
    title: t.exposeString('title'),
    content: t.exposeString('content'),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ createdAt }) => (createdAt ? new Date(createdAt) : null),
    }),
    status: t.expose('status', { type: ReviewStatus }),
    productKey: t.exposeString('product', {
      description: 'The name of the product in the file; empty for a review of the shop.',
    }),
    productTitle: t.exposeString('productTitle', { description: 'Empty when no product matches.' }),
    pictures: t.exposeInt('pictures'),
  }),
})

const BadRow = builder.objectRef<DescribedProblem>('ImportBadRow').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Row number in the file; the header is row 1.' }),
    column: t.exposeString('column', { description: 'The column’s name; empty for the whole row.' }),
    value: t.exposeString('value'),
    code: t.exposeString('code'),
    reason: t.exposeString('message'),
    params: t.exposeString('params', { description: 'Parameters of the sentence, as JSON.' }),
  }),
})

interface UnmatchedProduct {
  key: string
  rows: number
  title: string
  suggestion: { id: string; title: string } | null
}

const Suggestion = builder.objectRef<{ id: string; title: string }>('ImportSuggestedProduct').implement({
  fields: (t) => ({
    productId: t.id({ resolve: ({ id }) => encodeId('Product', id) }),
    title: t.exposeString('title'),
  }),
})

const Unmatched = builder.objectRef<UnmatchedProduct>('ImportUnmatchedProduct').implement({
  fields: (t) => ({
    key: t.exposeString('key'),
    rows: t.exposeInt('rows'),
    title: t.exposeString('title', { description: 'The title in the file; empty when the file has only the key.' }),
    suggestion: t.field({
      type: Suggestion,
      nullable: true,
      description: 'The product of the shop with the most similar name. Used only when it is sent as an answer.',
      resolve: ({ suggestion }) => suggestion,
    }),
  }),
})

const Remark = builder.objectRef<{ code: string; rows: number }>('ImportRemark').implement({
  description: 'A note about rows that are imported although something was dropped or looks wrong.',
  fields: (t) => ({ code: t.exposeString('code'), rows: t.exposeInt('rows') }),
})

const StatusRows = builder
  .objectRef<{ status: keyof CheckReport['statuses']; rows: number }>('ImportStatusRows')
  .implement({
    fields: (t) => ({ status: t.expose('status', { type: ReviewStatus }), rows: t.exposeInt('rows') }),
  })

const UndoPlanType = builder.objectRef<UndoPlan>('ImportUndoPlan').implement({
  fields: (t) => ({
    reviews: t.exposeInt('reviews', {
      description: 'Reviews of this import that are still in the shop, including those in the trash.',
    }),
    changed: t.exposeInt('changed', {
      description:
        'Reviews that were edited, replied to, published, hidden or marked since. Excludes the trash, which an undo always removes.',
    }),
  }),
})

/** Counting an import's reviews costs as much as a page of a list. */
const undoPlanComplexity = 20

const reportOf = (row: Import): Partial<CheckReport> => row.report as unknown as Partial<CheckReport>
const pairs = (counts: Record<string, number> | undefined): [string, number][] =>
  Object.entries(counts ?? {}).sort(([, a], [, b]) => b - a)

const unmatchedOf = (row: Import): UnmatchedProduct[] => {
  const { unmatchedProducts, unmatchedTitles = {}, suggestions = {} } = reportOf(row)
  return pairs(unmatchedProducts).map(([key, rows]) => ({
    key,
    rows,
    title: Object.hasOwn(unmatchedTitles, key) ? (unmatchedTitles[key] ?? '') : '',
    suggestion: Object.hasOwn(suggestions, key) ? (suggestions[key] ?? null) : null,
  }))
}

/** Returns null for a missing import; other failures stay errors. */
const nullIfNotFound = (found: Promise<Import>): Promise<Import | null> =>
  found.catch((error: unknown) => {
    if (error instanceof NotFound) return null
    throw error
  })

const ImportRunRef = builder.objectRef<Import>('ImportRun')
export const ImportRun = builder.node(ImportRunRef, {
  description: 'An import of reviews: the file is checked first, then started.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { ctx }) => nullIfNotFound(requireImport(ctx, id)),
  fields: (t) => ({
    status: t.expose('status', { type: ImportStatus }),
    source: t.string({ resolve: ({ source }) => requireSource(source).name }),
    total: t.exposeInt('total', { description: 'Reviews in the file.' }),
    done: t.exposeInt('done', {
      description:
        'Rows processed so far. If the plan’s limit ended the import, less than `total`: the same file imports the rest.',
    }),
    imported: t.exposeInt('imported'),
    duplicates: t.exposeInt('duplicates', {
      description: 'Reviews that are already in the shop or appear twice in the file.',
    }),
    unmatched: t.exposeInt('unmatched', {
      description: 'Before the start: reviews without a matching product. After: reviews not imported for that reason.',
    }),
    bad: t.exposeInt('bad'),
    publish: t.field({ type: Publish, resolve: ({ publish }) => publish as (typeof PUBLISH_CHOICES)[number] }),
    rates: t.intList({
      description:
        'Number of reviews with one to five stars, in this order. Includes reviews without a matching product, not bad rows or duplicates.',
      resolve: (row) => reportOf(row).rates ?? [],
    }),
    statuses: t.field({
      type: [StatusRows],
      description: 'The same reviews by status.',
      resolve: (row) =>
        pairs(reportOf(row).statuses)
          .filter(([, rows]) => rows > 0)
          .map(([status, rows]) => ({ status: status as keyof CheckReport['statuses'], rows })),
    }),
    maxRows: t.int({
      description: 'New reviews that the plan allows per import; unlimited for our own exports.',
      resolve: (row, _args, { ctx }) => readMaxRows(ctx, row),
    }),
    questions: t.field({ type: [QuestionType], resolve: (row, _args, { ctx }) => listOpenQuestions(ctx, row) }),
    sampleRows: t.field({ type: [SampleRowType], resolve: (row) => reportOf(row).sample ?? [] }),
    badRows: t.field({
      type: [BadRow],
      description: `The first ${mostBadRows} problems of rows that are not imported.`,
      resolve: (row, _args, { ctx }) => listSkippedRows(ctx, row, mostBadRows),
    }),
    remarks: t.field({
      type: [Remark],
      resolve: (row) => pairs(reportOf(row).remarks).map(([code, rows]) => ({ code, rows })),
    }),
    unmatchedProducts: t.field({ type: [Unmatched], resolve: unmatchedOf }),
    error: t.string({ nullable: true, resolve: ({ error }) => parseFailure(error)?.message ?? null }),
    errorCode: t.string({ nullable: true, resolve: ({ error }) => parseFailure(error)?.code ?? null }),
    errorParams: t.string({
      description: 'Parameters of the sentence, as JSON.',
      resolve: ({ error }) => JSON.stringify(parseFailure(error)?.params ?? {}),
    }),
    fileKept: t.boolean({
      description: 'False when the file and its problems were deleted, 90 days after the import ended.',
      resolve: isFileKept,
    }),
    errorFileUrl: t.string({
      nullable: true,
      description: 'A private URL of the rows that were not imported. Works once, within five minutes.',
      resolve: (row, _args, { ctx }) => errorFileUrl(ctx, row),
    }),
    undoable: t.boolean({
      description: 'The import has ended and added reviews.',
      resolve: (row) => importRefusal('undo', row) === null,
    }),
    undoPlan: t.field({
      type: UndoPlanType,
      nullable: true,
      complexity: undoPlanComplexity,
      description: 'What an undo would remove, counted now; null when there is nothing to undo.',
      resolve: (row, _args, { ctx }) => (importRefusal('undo', row) === null ? readUndoPlan(ctx, row.id) : null),
    }),
    discardable: t.boolean({
      description: 'The import was never started: `discardImport` deletes it.',
      resolve: isDiscardable,
    }),
    toRemove: t.exposeInt('toRemove', { description: 'Reviews to remove when the undo began.' }),
    removed: t.exposeInt('removed', { description: 'Reviews that the undo has removed so far.' }),
    kept: t.exposeInt('kept', { description: 'Reviews that the undo kept because they were changed since.' }),
    undoneAt: t.expose('undoneAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.objectFields(ImportRun, (t) => ({
  fileName: t.exposeString('fileName'),
  fileSize: t.exposeInt('fileSize', { description: 'Bytes.' }),
  encoding: t.exposeString('encoding', { description: 'The encoding that the text is read in.' }),
  sheet: t.exposeString('sheet', { nullable: true, description: 'The sheets of a workbook that are read.' }),
  skippedSheets: t.exposeStringList('skippedSheets', {
    description: 'Other sheets with rows, also hidden ones, which are not read.',
  }),
}))

builder.objectFields(ImportRun, (t) => {
  const reported = (
    name: 'fresh' | 'rounded' | 'pictures' | 'replies' | 'undated' | 'withoutText' | 'shopReviews',
    description = '',
  ) => t.int({ ...(description && { description }), resolve: (row) => reportOf(row)[name] ?? 0 })
  return {
    toImport: t.int({
      description: 'New reviews with a product or a place, up to the plan’s limit: what the started import adds.',
      resolve: countToImport,
    }),
    fresh: reported('fresh', 'New reviews that the check found, with a matching product or about the shop itself.'),
    rounded: reported('rounded', 'Ratings that are rounded to whole stars.'),
    pictures: reported('pictures'),
    replies: reported('replies'),
    undated: reported('undated', 'Rows without a date; they get the date of the import.'),
    withoutText: reported('withoutText', 'Reviews with a rating, a title or photos but no text.'),
    shopReviews: reported('shopReviews', 'Rows that name no product.'),
  }
})

builder.objectFields(Shop, (t) => ({
  imports: t.connection({
    type: ImportRunRef,
    // Each import includes its check's report.
    complexity: (args) => ({ field: 1, multiplier: reportCost * pageComplexity(args).multiplier }),
    description: 'Newest first.',
    resolve: async (_shop, args, { ctx }) => (await listImports(ctx, args)) as never,
  }),
}))

builder.queryField('importRun', (t) =>
  t.field({
    type: ImportRunRef,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { ctx }) => nullIfNotFound(requireImport(ctx, importIdOf(id))),
  }),
)

const AnswerInput = builder.inputType('ImportAnswerInput', {
  fields: (t) => ({ question: t.string({ required: true }), answer: t.string({ required: true }) }),
})
const StartInput = builder.inputType('StartImportInput', {
  fields: (t) => ({
    importId: t.id({ required: true }),
    answers: t.field({ type: [AnswerInput], defaultValue: [] }),
    publish: t.field({ type: Publish, defaultValue: 'AS_IN_FILE' }),
  }),
})

builder.mutationField('startImport', (t) =>
  t.field({
    type: ImportRunRef,
    description: 'Starts a checked import in the background.',
    errors: { types: [NotAllowed, PlanRequired] },
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: (_root, { input }, { ctx }) =>
      startImport(ctx, importIdOf(input.importId), {
        answers: (input.answers ?? []).map(({ question, answer }): Answer => ({
          question,
          answer: decodeAnswer(answer),
        })),
        publish: input.publish ?? 'AS_IN_FILE',
      }),
  }),
)

const IdInput = builder.inputType('ImportIdInput', { fields: (t) => ({ id: t.id({ required: true }) }) })
const UndoInput = builder.inputType('UndoImportInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    takeChanged: t.boolean({ defaultValue: false, description: 'Also removes reviews that were changed since.' }),
  }),
})
const idMutations = [
  { name: 'pauseImport', run: pauseImport, description: 'Pauses an import after its current batch.' },
  { name: 'resumeImport', run: resumeImport, description: 'Resumes a paused import.' },
  {
    name: 'cancelImport',
    run: cancelImport,
    description: 'Ends a running or paused import. Imported reviews stay and can be undone.',
  },
] as const
for (const { name, run, description } of idMutations)
  builder.mutationField(name, (t) =>
    t.field({
      type: ImportRunRef,
      description,
      errors: { types: [NotAllowed] },
      args: { input: t.arg({ type: IdInput, required: true }) },
      resolve: (_root, { input: { id } }, { ctx }) => run(ctx, importIdOf(id)),
    }),
  )

builder.mutationField('undoImport', (t) =>
  t.field({
    type: ImportRunRef,
    description: 'Permanently removes the reviews of an ended import, in the background. No time limit.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: UndoInput, required: true }) },
    resolve: (_root, { input: { id, takeChanged } }, { ctx }) =>
      undoImport(ctx, importIdOf(id), { takeChanged: takeChanged ?? false }),
  }),
)

const DiscardedImport = builder.objectRef<{ importId: string }>('DiscardedImport').implement({
  fields: (t) => ({
    discardedId: t.id({
      description: 'Id of the deleted import. Not named `id`, so that clients do not take this object for the import.',
      resolve: ({ importId }) => importGlobalId(importId),
    }),
  }),
})
builder.mutationField('discardImport', (t) =>
  t.field({
    type: DiscardedImport,
    description: 'Deletes an import that was not started, with its file. Ends its running check or fetch.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: IdInput, required: true }) },
    resolve: async (_root, { input: { id } }, { ctx }) => ({ importId: await discardImport(ctx, importIdOf(id)) }),
  }),
)

builder.subscriptionField('importProgress', (t) =>
  t.field({
    type: ImportRunRef,
    description: 'The import, sent at once and after every change; completes when the import ends.',
    args: {
      importId: t.arg.id({ required: true }),
      follow: t.arg.boolean({
        defaultValue: false,
        description: 'Continues after the end, until the import is undone.',
      }),
    },
    subscribe: async (_root, { importId, follow }, { ctx, pubsub }) =>
      watchImport(ctx, pubsub, { importId: importIdOf(importId), follow: follow ?? false }) as AsyncIterable<Import>,
    resolve: (row) => row,
  }),
)

builder.subscriptionField('importsChanged', (t) =>
  t.field({
    type: Shop,
    description:
      'The shop of the session, sent whenever one of its imports begins, changes its status or is discarded.',
    subscribe: (_root, _args, { ctx, pubsub }) => watchStatuses(ctx, pubsub) as AsyncIterable<never>,
    resolve: (_notification, _args, { ctx }) => ctx.shop,
  }),
)
