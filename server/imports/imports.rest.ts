import { importRefusal, isDiscardable } from '../../rules/import-status.ts'
import type { Import } from '../generated/prisma/client.ts'
import type { Ctx } from '../core/context.ts'
import { InvalidInput } from '../core/errors.ts'
import { fieldsOf, knownBody } from '../core/rest/body-fields.ts'
import type { RestRoute } from '../core/rest/route.ts'
import type { CheckReport } from './checking/report.ts'
import { discardImport } from './discard.ts'
import { errorFileUrl } from './downloads/error-file.ts'
import { failureOf } from './failure.ts'
import { formatOf, isFileKept } from './files/import-file.ts'
import { answerText, importGlobalId, importIdOf } from './ids.ts'
import { createImport, importById, importProgress, startImport, startImportSchema } from './imports.ts'
import { productsForImport } from './manual/manual-import.ts'
import { cancelImport, pauseImport, resumeImport } from './pause.ts'
import { openQuestions } from './plan-rows.ts'
import { rowsLeftOut } from './problems.ts'
import { recountImport, recountSchema } from './checking/recount.ts'
import { remapImport } from './checking/remap.ts'
import { mappedFields } from './sources/mapping.ts'
import { shownSource } from './sources/sources.ts'
import { undoPlan } from './undo/undo-plan.ts'
import { undoImport, undoImportSchema } from './undo/undo.ts'
import { uploadWishes, wishesSchema } from './files/upload-wishes.ts'

const badRowsAnswered = 100

async function importBody(ctx: Ctx, row: Import): Promise<object> {
  const report = row.report as unknown as Partial<CheckReport>
  const {
    source,
    fileName,
    status,
    total,
    done,
    imported,
    duplicates,
    unmatched,
    bad,
    publish,
    createdAt,
    startedAt,
    finishedAt,
    toRemove,
    removed,
    kept,
    undoneAt,
  } = row
  return {
    id: importGlobalId(row.id),
    source: shownSource(source),
    fileName,
    status,
    total,
    done,
    imported,
    duplicates,
    unmatched,
    bad,
    publish,
    createdAt,
    startedAt,
    finishedAt,
    toRemove,
    removed,
    kept,
    undoneAt,
    undoable: importRefusal('undo', row) === null,
    discardable: isDiscardable(row),
    fresh: report.fresh ?? 0,
    withoutText: report.withoutText ?? 0,
    questions: openQuestions(ctx, row),
    sampleRows: report.sample ?? [],
    badRows: (await rowsLeftOut(ctx, row, badRowsAnswered)).map(({ row: at, column, value, code, message }) => ({
      row: at,
      column,
      value,
      code,
      reason: message,
    })),
    columns: (report.columnFields ?? []).map((field, at) => ({
      name: report.columns?.[at] ?? '',
      field,
      samples: report.columnSamples?.[at] ?? [],
    })),
    marketplace: formatOf(row).marketplace ?? null,
    unmatchedProducts: report.unmatchedProducts ?? {},
    suggestions: report.suggestions ?? {},
    error: failureOf(row.error),
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
        ...(await uploadWishes(ctx, knownBody(fieldsOf(wishesSchema), query))),
      })
      return { success: true, data: { id: importGlobalId(row.id) } }
    },
  },
  { method: 'GET', path: '/imports/progress', run: (ctx) => importProgress(ctx) },
  {
    method: 'GET',
    path: '/imports/:id',
    run: async (ctx, { params }) => ({
      success: true,
      data: await importBody(ctx, await importById(ctx, idOf(params))),
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
    body: fieldsOf(startImportSchema),
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
    body: fieldsOf(recountSchema),
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
      data: await undoPlan(ctx, (await importById(ctx, idOf(params))).id),
    }),
  },
  {
    method: 'POST',
    path: '/imports/:id/undo',
    body: fieldsOf(undoImportSchema),
    run: async (ctx, { params, body }) => ({
      success: true,
      data: await importBody(ctx, await undoImport(ctx, idOf(params), body ?? {})),
    }),
  },
  {
    method: 'GET',
    path: '/manual-import',
    wireNames: { cursor: ['after', 'before'] },
    run: async (ctx, { query }) => ({ success: true, ...(await productsForImport(ctx, query)) }),
  },
]

const idOf = (params: Record<string, string>): string => importIdOf(params.id ?? '')

/** Products are answered by the ids that GraphQL shows, too. */
function withRowIds(body: unknown): unknown {
  const { answers } = body as { answers?: unknown }
  if (!Array.isArray(answers)) return body
  const settled = answers.map((one: unknown) => {
    const { answer } = (one ?? {}) as { answer?: unknown }
    return typeof answer === 'string' ? { ...(one as object), answer: answerText(answer) } : one
  })
  return { ...(body as object), answers: settled }
}
