import { bulkUndoRefusal, bulkUndoUntil, BULK_STATUSES } from '../../../rules/bulk.ts'
import type { ReviewAct } from '../../../rules/review-status.ts'
import { NotAllowed, PlanRequired, Stale } from '../../core/errors.ts'
import type { BulkRun } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { decodeRowIds } from '../../core/global-ids.ts'
import { newestComplexity, clampNewestRows } from '../../core/graphql/list-complexity.ts'
import { assigneeField, ReviewActEnum, refusalFields } from '../reviews/review-mutations.graphql.ts'
import { readFilter, ReviewFilterInput } from '../reviews/reviews.graphql.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { requireBulk, bulkState, listBulks, startBulk, undoBulk, hasUndoFailed, watchBulk } from './bulk.ts'
import { bulkIdOf } from './bulk-ids.ts'

const Status = enumOf('BulkStatus', BULK_STATUSES)

const BulkRunRef = builder.objectRef<BulkRun>('BulkRun')
builder.node(BulkRunRef, {
  description: 'An action on many reviews in the background.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { ctx }) => requireBulk(ctx, id).catch(() => null),
  fields: (t) => ({
    act: t.field({ type: ReviewActEnum, resolve: ({ action }) => action as ReviewAct }),
    status: t.expose('status', { type: Status }),
    total: t.exposeInt('total', { description: 'Reviews that matched at the start; later ones are not included.' }),
    done: t.exposeInt('done', { description: 'Reviews processed so far.' }),
    changed: t.exposeInt('changed'),
    skipped: t.exposeInt('skipped', {
      description: 'Reviews left unchanged: their state forbids the action, or they were deleted.',
    }),
    restored: t.exposeInt('restored', { description: 'Undo: restored reviews.' }),
    kept: t.exposeInt('kept', {
      description: 'Undo: reviews left unchanged, as they changed since or were deleted.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    undoUntil: t.field({ type: 'DateTime', nullable: true, resolve: (run) => bulkUndoUntil(bulkState(run)) }),
    undoable: t.boolean({
      resolve: (run, _args, { ctx }) => run.changed > 0 && bulkUndoRefusal(bulkState(run), ctx.now()) === null,
    }),
    undoFailed: t.boolean({
      description: 'With status FAILED: the undo failed, not the action. The undo can be started again.',
      resolve: hasUndoFailed,
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Message code of the failure. Completed changes stay.',
    }),
  }),
})

builder.objectFields(Shop, (t) => ({
  bulkRuns: t.field({
    type: [BulkRunRef],
    description: 'Newest first, 50 at most.',
    args: { first: t.arg.int({ defaultValue: 5 }) },
    complexity: newestComplexity(5),
    resolve: (_shop, { first }, { ctx }) => listBulks(ctx, clampNewestRows(first, { usual: 5, most: 50 })),
  }),
}))

const StartInput = builder.inputType('StartBulkInput', {
  fields: (t) => ({
    act: t.field({ type: ReviewActEnum, required: true }),
    ids: t.idList({ description: 'At most 1,000; use a filter for more.' }),
    filter: t.field({
      type: ReviewFilterInput,
      description: 'Selects every review that matches now. An empty or absent filter requires all: true.',
    }),
    all: t.boolean({
      description: 'Confirms an action on every review outside the trash. Required without a filter.',
    }),
    content: t.string({ description: 'Text of a reply.' }),
    ...refusalFields(t),
    assigneeId: assigneeField(t),
    version: t.int({
      description: 'Version that the caller has seen, for a single review. Another version returns StaleError.',
    }),
  }),
})
const UndoInput = builder.inputType('UndoBulkInput', { fields: (t) => ({ id: t.id({ required: true }) }) })

builder.mutationFields((t) => ({
  startBulk: t.field({
    type: BulkRunRef,
    description: 'Starts an action on many reviews in the background. One at a time.',
    errors: { types: [NotAllowed, PlanRequired, Stale] },
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: async (_root, { input: { act, ids, filter, all, content, version, reason, note, assigneeId } }, { ctx }) =>
      startBulk(ctx, {
        act,
        content,
        reason,
        note,
        assigneeId: assigneeId ?? null,
        version,
        all,
        ids: ids && decodeRowIds('Review', ids),
        filter: filter && (await readFilter(ctx, filter)),
      }),
  }),
  undoBulk: t.field({
    type: BulkRunRef,
    description: 'Undoes a bulk action in the background, within 24 hours.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: UndoInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => undoBulk(ctx, bulkIdOf(input.id)),
  }),
}))

builder.subscriptionField('bulkProgress', (t) =>
  t.field({
    type: BulkRunRef,
    description: 'Progress of a bulk action or its undo, at once and after every batch, until it ends.',
    args: { bulkId: t.arg.id({ required: true }) },
    subscribe: async (_root, { bulkId }, { ctx, pubsub }) =>
      watchBulk(ctx, pubsub, bulkIdOf(bulkId)) as AsyncIterable<BulkRun>,
    resolve: (run) => run,
  }),
)
