import { z } from 'zod'
import { BULK_STATUSES, bulkUndoRefusal, bulkUndoUntil } from '../../../rules/bulk.ts'
import { reviewFilter } from '../../../rules/filters.ts'
import { maxBulkIds } from '../../../rules/limits.ts'
import { FLAG_ACTS, REVIEW_ACTS, type ReviewAct } from '../../../rules/review-status.ts'
import type { Ctx } from '../../core/context.ts'
import { parseField } from '../../core/errors.ts'
import type { BulkRun } from '../../generated/prisma/client.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { parseWireFilter } from '../reviews/list/filter-wire.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, flag, nameShape, emptyBody, textOrNull, time, timeOrNull } from '../../core/rest/shapes.ts'
import { refusalBody } from '../reviews/review-shapes.rest.ts'
import { requireBulk, bulkState, startBulk, undoBulk, hasUndoFailed } from './bulk.ts'
import { bulkGlobalId, bulkIdOf } from './bulk-ids.ts'

/** Actions by their REST name: those of the paths, and the acts in kebab-case, camelCase or capitals. */
const actionsByWord = new Map<string, ReviewAct>([
  ...REVIEW_ACTS.map((act) => [plain(act), act] as const),
  ['testimonial', 'addTestimonial'],
])
/** Flags with their opposite, for `value: false`. */
const opposites = new Map<ReviewAct, ReviewAct>(
  (Object.keys(FLAG_ACTS) as (keyof typeof FLAG_ACTS)[]).flatMap((act) => {
    const off = (Object.keys(FLAG_ACTS) as (keyof typeof FLAG_ACTS)[]).find(
      (other) => FLAG_ACTS[other].flag === FLAG_ACTS[act].flag && FLAG_ACTS[other].value !== FLAG_ACTS[act].value,
    )
    return off ? [[act, off]] : []
  }),
)

function plain(word: string): string {
  return word.replace(/[-_]/g, '').toLowerCase()
}

interface BulkBody {
  action?: unknown
  value?: unknown
  ids?: unknown
  filter?: unknown
  all?: unknown
  content?: unknown
  reason?: unknown
  note?: unknown
  assigneeId?: unknown
  version?: unknown
}

async function requestOf(
  ctx: Ctx,
  { action, value, ids, filter, all, content, reason, note, assigneeId, version }: BulkBody,
): Promise<object> {
  const act = typeof action === 'string' ? (actionsByWord.get(plain(action)) ?? action) : action
  return {
    act: value === false ? (opposites.get(act as ReviewAct) ?? act) : act,
    content,
    reason,
    note,
    assigneeId,
    version,
    all,
    ids: Array.isArray(ids)
      ? parseField('ids', () => ids.map((id: unknown) => (typeof id === 'string' ? decodeRowId('Review', id) : id)))
      : ids,
    filter: await parseWireFilter(ctx, filter, 'filter.'),
  }
}

function bulkBody(ctx: Ctx, run: BulkRun): object {
  const { id, action, status, total, done, changed, skipped, restored, kept, createdAt, finishedAt, error } = run
  const state = bulkState(run)
  return {
    id: bulkGlobalId(id),
    action,
    status,
    total,
    done,
    changed,
    skipped,
    restored,
    kept,
    createdAt,
    finishedAt,
    error,
    undoFailed: hasUndoFailed(run),
    undoUntil: bulkUndoUntil(state),
    undoable: changed > 0 && bulkUndoRefusal(state, ctx.now()) === null,
  }
}

const bulkBodyShape = refusalBody.extend({
  action: z.string().describe('`publish`, `unpublish`, `trash`, `reply`, ...: the last part of a review’s paths.'),
  value: flag.describe('False reverses a mark.').optional(),
  ids: z.array(z.string()).max(maxBulkIds).optional(),
  filter: reviewFilter.optional(),
  all: flag.describe('Every review outside the trash.').optional(),
  content: z.string().describe('The reply.').optional(),
  assigneeId: textOrNull.optional(),
})

const bulkShape = nameShape(
  'BulkAction',
  z.object({
    id: z.string(),
    action: z.string(),
    status: z.enum(BULK_STATUSES),
    total: count,
    done: count,
    changed: count,
    skipped: count,
    restored: count,
    kept: count,
    createdAt: time,
    finishedAt: timeOrNull,
    error: textOrNull,
    undoFailed: flag,
    undoUntil: timeOrNull,
    undoable: flag,
  }),
)

const idOf = (params: Record<string, string>): string => bulkIdOf(params.id ?? '')

/** REST routes for bulk actions (issue 3, section 10). */
export const bulkRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/reviews/bulk',
    summary: 'Start a bulk action',
    description: 'It runs in the background. `filter` or `all` select reviews, else `ids`.',
    answer: { data: z.object({ id: z.string() }) },
    body: bulkBodyShape,
    wireNames: { act: 'action' },
    run: async (ctx, { body }) => ({
      success: true,
      data: { id: bulkGlobalId((await startBulk(ctx, await requestOf(ctx, body as BulkBody))).id) },
    }),
  },
  {
    method: 'GET',
    path: '/reviews/bulk/:id',
    summary: 'Read a bulk action',
    answer: { data: bulkShape },
    run: async (ctx, { params }) => ({ success: true, data: bulkBody(ctx, await requireBulk(ctx, idOf(params))) }),
  },
  {
    method: 'POST',
    path: '/reviews/bulk/:id/undo',
    summary: 'Undo a bulk action',
    answer: { data: bulkShape },
    body: emptyBody,
    run: async (ctx, { params }) => ({ success: true, data: bulkBody(ctx, await undoBulk(ctx, idOf(params))) }),
  },
]
