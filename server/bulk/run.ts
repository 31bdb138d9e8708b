import { bulkBatchRows } from '../../rules/limits.ts'
import type { MessageCode } from '../../rules/messages.ts'
import type { ReviewAct } from '../../rules/review-status.ts'
import { followRows, type LostRow } from '../background/follow.ts'
import { inTransaction, type Ctx, type Deps } from '../context.ts'
import { UserError } from '../errors.ts'
import { Prisma, type BulkRun } from '../generated/prisma/client.ts'
import { actOnReviews } from '../reviews/act.ts'
import type { By } from '../reviews/write.ts'
import { restoreBatch } from './undo.ts'

/** By the wall clock: a runner that died is followed after this long. */
const leaseSeconds = 15
/** A runner gives way after this long, so that other shops and a closing process need not wait. */
const sliceMs = 5_000
/** A busy database may take its time: a second runner waits for the row's lock meanwhile. */
const batchTimeoutMs = 60_000
/** How often a batch is tried before the act has failed; the waits between grow. */
const mostTries = 5
const retrySeconds = (tries: number): number => 2 * tries ** 2

/** Another runner has the act now; whatever this one was about to write is rolled back. */
class Fenced extends Error {}

export type SliceEnd = 'finished' | 'more' | 'notMine'

/**
 * Runs an act on many, or its undo, for some seconds from where it stands. A batch changes its rows and moves cursor and numbers
 * in one transaction, so that a killed process neither repeats nor loses a row; the fence keeps two runners from both writing.
 */
export async function runSlice(ctx: Ctx, bulkId: string): Promise<SliceEnd> {
  const run = await claim(ctx, bulkId)
  if (!run) return 'notMine'
  const end = Date.now() + sliceMs
  try {
    while (!(await inTransaction(ctx, (tx) => runBatch(tx, run), { timeout: batchTimeoutMs })))
      if (Date.now() > end) {
        await release(ctx, run, 0)
        return 'more'
      }
    return 'finished'
  } catch (error) {
    if (error instanceof Fenced) return 'notMine'
    await giveUp(ctx, run, error)
    return 'finished'
  }
}

/** Follows runners that died or gave way: acts whose lease ran out, in all shops. Answers how many slices were run. */
export async function resumeBulks(deps: Deps): Promise<number> {
  const reason = 'claim acts on many'
  const rows = await deps.doors.acrossShops(reason).$queryRaw<LostRow[]>`
    select "shopId", id from "BulkRun" where status in ('running', 'undoing') and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit 5`
  return followRows(deps, { rows, reason, name: 'bulk' }, async (ctx, { id }) => (await runSlice(ctx, id)) !== 'notMine')
}

type Params = { content: string | null; tries?: number }
const paramsOf = ({ params }: BulkRun): Params => params as unknown as Params
const whose = ({ shop }: Ctx, { id }: { id: string }) => Prisma.sql`"shopId" = ${shop.id}::uuid and id = ${id}::uuid`

/** Every claim counts as a try until a batch is through, so that one that takes its process along does not do it for ever. */
async function claim(ctx: Ctx, id: string): Promise<BulkRun | null> {
  const [claimed] = await ctx.db.$queryRaw<{ fence: number }[]>`
    update "BulkRun" set fence = fence + 1, "leaseUntil" = now() + ${leaseSeconds} * interval '1 second',
      params = params || jsonb_build_object('tries', coalesce((params->>'tries')::int, 0) + 1)
    where ${whose(ctx, { id })} and status in ('running', 'undoing') and ("leaseUntil" is null or "leaseUntil" < now())
    returning fence`
  if (!claimed) return null
  // Another runner may have claimed it since: its fence is not ours, nor is the place where it stands.
  const run = await ctx.db.bulkRun.findFirst({ where: { shopId: ctx.shop.id, id, fence: claimed.fence } })
  if (!run || (paramsOf(run).tries ?? 0) <= mostTries) return run
  await fail(ctx, run, 'unexpected')
  return null
}

/** One batch; answers whether it was the last. */
async function runBatch(tx: Ctx, { id, fence }: BulkRun): Promise<boolean> {
  // First of all: the row's lock makes a second runner wait, and its fence then turns it away.
  await tx.db.$queryRaw`select id from "BulkRun" where ${whose(tx, { id })} for update`
  const run = await tx.db.bulkRun.findFirst({ where: { shopId: tx.shop.id, id, fence, status: { in: ['running', 'undoing'] } } })
  if (!run) throw new Fenced()
  const undoing = run.status === 'undoing'
  const items = await tx.db.bulkItem.findMany({
    where: { shopId: tx.shop.id, bulkId: id, ...(run.cursor && { reviewId: { gt: run.cursor } }), ...(undoing && { NOT: { before: { equals: Prisma.DbNull } } }) },
    orderBy: { reviewId: 'asc' },
    take: bulkBatchRows,
  })
  const by: By = { actor: 'merchant', name: run.actorName }
  const ids = items.map(({ reviewId }) => reviewId)
  const numbers = ids.length === 0 ? {} : undoing ? await restoreBatch(tx, { run, items, by }) : await actBatch(tx, { run, ids, by })
  const last = items.length < bulkBatchRows
  await tx.db.bulkRun.update({
    where: { shopId_id: { shopId: tx.shop.id, id } },
    data: { ...numbers, cursor: ids.at(-1) ?? run.cursor, params: { content: paramsOf(run).content }, ...(last && endOf(tx, undoing)) },
  })
  if (!last) await tx.db.$executeRaw`update "BulkRun" set "leaseUntil" = now() + ${leaseSeconds} * interval '1 second' where ${whose(tx, { id })}`
  tx.publish('bulk', id)
  return last
}

function endOf(tx: Ctx, undoing: boolean) {
  const now = tx.now()
  return { leaseUntil: null, ...(undoing ? { status: 'undone' as const, undoneAt: now } : { status: 'done' as const, finishedAt: now }) }
}

async function actBatch(tx: Ctx, { run, ids, by }: { run: BulkRun; ids: string[]; by: By }) {
  const { changed } = await actOnReviews(tx, { act: run.action as ReviewAct, ids, content: paramsOf(run).content ?? undefined, bulkId: run.id, by })
  return { done: { increment: ids.length }, changed: { increment: changed.length }, skipped: { increment: ids.length - changed.length } }
}

/** What fails for no fault of the input is tried again after a while; what is done stays done and can be taken back. */
async function giveUp(ctx: Ctx, run: BulkRun, error: unknown): Promise<void> {
  // As the row has it now: batches that went through since the claim have given their tries back.
  const now = await ctx.db.bulkRun.findFirst({ where: held(ctx, run) })
  if (!now) return
  const tries = paramsOf(now).tries ?? 1
  const refusal = error instanceof UserError ? error.code : null
  const failed = refusal !== null || tries >= mostTries
  if (!refusal) ctx.log[failed ? 'error' : 'warn']({ err: error, bulkId: run.id, tries }, 'a batch of an act on many')
  if (failed) await fail(ctx, run, refusal ?? 'unexpected')
  else await release(ctx, run, retrySeconds(tries))
}

/** An act that has ended is nobody's any more, though its fence stays. */
const held = ({ shop }: Ctx, { id, fence, status }: BulkRun) => ({ shopId: shop.id, id, fence, status })

/** An undo that failed keeps when, which tells it from an act that failed. */
async function fail(ctx: Ctx, run: BulkRun, error: MessageCode): Promise<void> {
  const ended = run.status === 'undoing' ? { undoneAt: ctx.now() } : { finishedAt: ctx.now() }
  await ctx.db.bulkRun.updateMany({ where: held(ctx, run), data: { status: 'failed', error, ...ended, leaseUntil: null } })
  ctx.publish('bulk', run.id)
}

async function release(ctx: Ctx, { id, fence }: BulkRun, seconds: number): Promise<void> {
  await ctx.db.$executeRaw`update "BulkRun" set "leaseUntil" = now() + ${seconds} * interval '1 second' where ${whose(ctx, { id })} and fence = ${fence}`
}
