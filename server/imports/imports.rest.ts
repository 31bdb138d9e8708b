import { importRefusal, isDiscardable } from '../../rules/import-status.ts'
import type { Import } from '../generated/prisma/client.ts'
import type { Ctx } from '../core/context.ts'
import { InvalidInput } from '../core/errors.ts'
import { pick } from '../core/pick.ts'
import { listBodyFields, requireKnownFields } from '../core/rest/body-fields.ts'
import type { RestRoute } from '../core/rest/route.ts'
import type { CheckReport } from './checking/report.ts'
import { discardImport } from './discard.ts'
import { errorFileUrl } from './downloads/error-file.ts'
import { parseFailure } from './failure.ts'
import { isFileKept } from './files/import-file.ts'
import { decodeAnswer, importGlobalId, importIdOf } from './ids.ts'
import { createImport, requireImport, readImportProgress, startImport, startImportSchema } from './imports.ts'
import { listProductsForImport } from './manual/manual-import.ts'
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

/** Imports over REST (issue 2, section 3) and the manual-import list of spec 7. */
export const importRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/imports',
    body: {},
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
  { method: 'GET', path: '/imports/progress', run: (ctx) => readImportProgress(ctx) },
  {
    method: 'GET',
    path: '/imports/:id',
    run: async (ctx, { params }) => ({
      success: true,
      data: await importBody(ctx, await requireImport(ctx, idOf(params))),
    }),
  },
  {
    method: 'DELETE',
    path: '/imports/:id',
    body: {},
    run: async (ctx, { params }) => ({
      success: true,
      data: { id: importGlobalId(await discardImport(ctx, idOf(params))) },
    }),
  },
  {
    method: 'POST',
    path: '/imports/:id/start',
    body: listBodyFields(startImportSchema),
    async run(ctx, { params, body }) {
      return { success: true, data: await importBody(ctx, await startImport(ctx, idOf(params), withRowIds(body))) }
    },
  },
  {
    method: 'POST',
    path: '/imports/:id/columns',
    body: { mapping: Object.fromEntries(mappedFields.map((field) => [field, true])) },
    async run(ctx, { params, body }) {
      return { success: true, data: await importBody(ctx, await remapImport(ctx, idOf(params), body)) }
    },
  },
  {
    method: 'POST',
    path: '/imports/:id/answers',
    body: listBodyFields(recountSchema),
    async run(ctx, { params, body }) {
      return { success: true, data: await importBody(ctx, await recountImport(ctx, idOf(params), body)) }
    },
  },
  ...Object.entries({ pause: pauseImport, resume: resumeImport, cancel: cancelImport }).map(
    ([word, run]): RestRoute => ({
      method: 'POST',
      path: `/imports/:id/${word}`,
      body: {},
      run: async (ctx, { params }) => ({ success: true, data: await importBody(ctx, await run(ctx, idOf(params))) }),
    }),
  ),
  {
    method: 'GET',
    path: '/imports/:id/undo',
    run: async (ctx, { params }) => ({
      success: true,
      data: await readUndoPlan(ctx, (await requireImport(ctx, idOf(params))).id),
    }),
  },
  {
    method: 'POST',
    path: '/imports/:id/undo',
    body: listBodyFields(undoImportSchema),
    run: async (ctx, { params, body }) => ({
      success: true,
      data: await importBody(ctx, await undoImport(ctx, idOf(params), body ?? {})),
    }),
  },
  {
    method: 'GET',
    path: '/manual-import',
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
