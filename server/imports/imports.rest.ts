import { z } from 'zod'
import { importRefusal, isDiscardable } from '../../rules/import-status.ts'
import type { Import } from '../generated/prisma/client.ts'
import type { Ctx } from '../core/context.ts'
import { InvalidInput } from '../core/errors.ts'
import { pick } from '../core/pick.ts'
import { joinFields, listBodyFields, requireKnownFields } from '../core/rest/body-fields.ts'
import type { RestRoute } from '../core/rest/route.ts'
import { emptyBody } from '../core/rest/shapes.ts'
import { importIdShape, importShape } from './import-shapes.rest.ts'
import type { CheckReport } from './checking/report.ts'
import { discardImport } from './discard.ts'
import { errorFileUrl } from './downloads/error-file.ts'
import { parseFailure } from './failure.ts'
import { isFileKept } from './files/import-file.ts'
import { decodeAnswer, importGlobalId, importIdOf } from './ids.ts'
import { createImport, requireImport, readImportProgress, startImport, startImportSchema } from './imports.ts'
import { importProductShape, listProductsForImport, manualImportSchema } from './manual/manual-import.ts'
import { cancelImport, pauseImport, resumeImport } from './pause.ts'
import { countToImport, listOpenQuestions } from './row-limit.ts'
import { listSkippedRows } from './problems.ts'
import { recountImport, recountSchema } from './checking/recount.ts'
import { remapImport } from './checking/remap.ts'
import { mappedFields } from './sources/mapping.ts'
import { toShownSource } from './sources/sources.ts'
import { readUndoPlan } from './undo/undo-plan.ts'
import { undoImport, undoImportSchema } from './undo/undo.ts'
import { parseUploadOptions, uploadOptionsSchema } from './files/upload-options.ts'

const badRowsAnswered = 100

const shownColumns = [
  'fileName',
  'encoding',
  'sheet',
  'skippedSheets',
  'status',
  'total',
  'done',
  'imported',
  'duplicates',
  'unmatched',
  'bad',
  'publish',
  'createdAt',
  'startedAt',
  'finishedAt',
  'toRemove',
  'removed',
  'kept',
  'undoneAt',
  'marketplace',
] as const satisfies (keyof Import)[]

async function importBody(ctx: Ctx, row: Import): Promise<object> {
  const report = row.report as unknown as Partial<CheckReport>
  return {
    ...pick(row, shownColumns),
    id: importGlobalId(row.id),
    source: toShownSource(row.source),
    undoable: importRefusal('undo', row) === null,
    discardable: isDiscardable(row),
    fresh: report.fresh ?? 0,
    toImport: countToImport(row),
    withoutText: report.withoutText ?? 0,
    questions: listOpenQuestions(ctx, row),
    sampleRows: report.sample ?? [],
    badRows: (await listSkippedRows(ctx, row, badRowsAnswered)).map(({ row: at, column, value, code, message }) => ({
      row: at,
      column,
      value,
      code,
      reason: message,
    })),
    columns: (report.columnFields ?? []).map((field, at) => ({
      name: row.columns[at] ?? '',
      field,
      samples: report.columnSamples?.[at] ?? [],
    })),
    unmatchedProducts: report.unmatchedProducts ?? {},
    suggestions: report.suggestions ?? {},
    error: parseFailure(row.error),
    fileKept: isFileKept(row),
    errorFileUrl: errorFileUrl(ctx, row),
  }
}

const mappingShape = z.object(Object.fromEntries(mappedFields.map((field) => [field, z.int().min(0).optional()])))
const actionSummaries = { pause: 'Pause an import', resume: 'Continue an import', cancel: 'Stop an import' } as const

/** Imports over REST (issue 2, section 3) and the manual-import list of spec 7. */
export const importRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/imports',
    summary: 'Upload a file of reviews',
    description: 'CSV, TSV, XLSX or HTML of any app, up to 25 MB.',
    query: joinFields(uploadOptionsSchema),
    answer: { data: importIdShape },
    refusesParams: true,
    body: emptyBody,
    takesFile: true,
    async run(ctx, { file, query }) {
      const upload = await file()
      if (!upload) throw new InvalidInput({ file: 'required' })
      const row = await createImport(ctx, {
        ...upload,
        ...(await parseUploadOptions(ctx, requireKnownFields(listBodyFields(uploadOptionsSchema), query))),
      })
      return { success: true, data: { id: importGlobalId(row.id) } }
    },
  },
  {
    method: 'GET',
    path: '/imports/progress',
    summary: 'Read the progress of imports',
    answer: { body: z.object({ isImporting: z.boolean(), importedReviews: z.int(), sumImport: z.int() }) },
    run: (ctx) => readImportProgress(ctx),
  },
  {
    method: 'GET',
    path: '/imports/:id',
    summary: 'Read an import',
    answer: { data: importShape },
    run: async (ctx, { params }) => ({
      success: true,
      data: await importBody(ctx, await requireImport(ctx, idOf(params))),
    }),
  },
  {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Delete an import that was never started',
    answer: { data: importIdShape },
    body: emptyBody,
    run: async (ctx, { params }) => ({
      success: true,
      data: { id: importGlobalId(await discardImport(ctx, idOf(params))) },
    }),
  },
  {
    method: 'POST',
    path: '/imports/:id/start',
    summary: 'Start an import',
    answer: { data: importShape },
    body: startImportSchema,
    async run(ctx, { params, body }) {
      return { success: true, data: await importBody(ctx, await startImport(ctx, idOf(params), withRowIds(body))) }
    },
  },
  {
    method: 'POST',
    path: '/imports/:id/columns',
    summary: 'Choose the columns of a file',
    description: 'Columns count from 0.',
    answer: { data: importShape },
    body: z.object({ mapping: mappingShape }),
    async run(ctx, { params, body }) {
      return { success: true, data: await importBody(ctx, await remapImport(ctx, idOf(params), body)) }
    },
  },
  {
    method: 'POST',
    path: '/imports/:id/answers',
    summary: 'Answer questions about a file',
    answer: { data: importShape },
    body: recountSchema,
    async run(ctx, { params, body }) {
      return { success: true, data: await importBody(ctx, await recountImport(ctx, idOf(params), body)) }
    },
  },
  ...Object.entries({ pause: pauseImport, resume: resumeImport, cancel: cancelImport }).map(
    ([word, run]): RestRoute => ({
      method: 'POST',
      path: `/imports/:id/${word}`,
      summary: actionSummaries[word as keyof typeof actionSummaries],
      answer: { data: importShape },
      body: emptyBody,
      run: async (ctx, { params }) => ({ success: true, data: await importBody(ctx, await run(ctx, idOf(params))) }),
    }),
  ),
  {
    method: 'GET',
    path: '/imports/:id/undo',
    summary: 'Count what an undo would remove',
    answer: { data: z.object({ reviews: z.int(), changed: z.int() }) },
    run: async (ctx, { params }) => ({
      success: true,
      data: await readUndoPlan(ctx, (await requireImport(ctx, idOf(params))).id),
    }),
  },
  {
    method: 'POST',
    path: '/imports/:id/undo',
    summary: 'Undo an import',
    answer: { data: importShape },
    body: undoImportSchema,
    run: async (ctx, { params, body }) => ({
      success: true,
      data: await importBody(ctx, await undoImport(ctx, idOf(params), body ?? {})),
    }),
  },
  {
    method: 'GET',
    path: '/manual-import',
    summary: 'List products with their imports',
    query: manualImportSchema,
    answer: { page: importProductShape },
    wireNames: { cursor: ['after', 'before'] },
    run: async (ctx, { query }) => ({ success: true, ...(await listProductsForImport(ctx, query)) }),
  },
]

const idOf = (params: Record<string, string>): string => importIdOf(params.id ?? '')

/** Also accepts the product ids that GraphQL exposes. */
function withRowIds(body: unknown): unknown {
  const { answers } = body as { answers?: unknown }
  if (!Array.isArray(answers)) return body
  const settled = answers.map((one: unknown) => {
    const { answer } = (one ?? {}) as { answer?: unknown }
    return typeof answer === 'string' ? { ...(one as object), answer: decodeAnswer(answer) } : one
  })
  return { ...(body as object), answers: settled }
}
