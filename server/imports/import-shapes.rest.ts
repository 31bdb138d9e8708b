import { z } from 'zod'
import { count, flag, nameShape, text, textOrNull, time, timeOrNull } from '../core/rest/shapes.ts'

const question = z.looseObject({
  id: text,
  choices: z.array(text),
  suggested: textOrNull,
  examples: z.array(text),
  rows: count.optional(),
})

/** An import in answers of REST. */
export const importShape = nameShape(
  'Import',
  z.object({
    id: text,
    source: text,
    fileName: text,
    encoding: text,
    sheet: textOrNull,
    skippedSheets: z.array(text),
    status: z.enum(['checking', 'checked', 'running', 'paused', 'done', 'failed', 'cancelled', 'undoing', 'undone']),
    total: count,
    done: count,
    imported: count,
    duplicates: count,
    unmatched: count,
    bad: count,
    publish: text,
    createdAt: time,
    startedAt: timeOrNull,
    finishedAt: timeOrNull,
    toRemove: count,
    removed: count,
    kept: count,
    undoneAt: timeOrNull,
    marketplace: z.unknown(),
    undoable: flag,
    discardable: flag,
    fresh: count.describe('New reviews.'),
    toImport: count.describe('Reviews that a started import adds.'),
    withoutText: count,
    questions: z.array(question).describe('Starting needs an answer to each, except `long` and `status`.'),
    sampleRows: z.array(z.unknown()),
    badRows: z.array(z.object({ row: count, column: textOrNull, value: textOrNull, code: text, reason: text })),
    columns: z.array(z.object({ name: text, field: textOrNull, samples: z.array(text) })),
    unmatchedProducts: z.record(text, z.unknown()),
    suggestions: z.record(text, z.unknown()),
    error: z.object({ code: text, message: text, params: z.unknown() }).nullable(),
    fileKept: flag,
    errorFileUrl: textOrNull,
  }),
)

/** The id of a new import. */
export const importIdShape = z.object({ id: text })
