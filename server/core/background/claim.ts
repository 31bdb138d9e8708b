import { makeContext, type Ctx, type Deps, type Topic } from '../context.ts'
import { UserError } from '../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { LongJob } from '../job-names.ts'
import { mayRetry } from './temporary-errors.ts'

/** By the wall clock: another runner takes the row over this long after its runner died. */
const leaseSeconds = 10
const renewMs = 3_000
/** Rows of a kind that one look queues again. */
const rowsAtOnce = 50

/** A row that work in the background claims. Every claim raises the fence: an earlier runner writes nothing any more. */
export interface ClaimedRow {
  shopId: string
  id: string
  status: string
  fence: number
  /** Claims since the row last got on. */
  attempts: number
}

/** A kind of long work: one job for each row of a table that has status, leaseUntil, fence and attempts. */
export interface Work<Row extends ClaimedRow> {
  job: LongJob
  /** Woken when the row has failed. */
  topic: Topic
  table: 'BulkRun' | 'Import' | 'OldOrderRun' | 'ReviewExport'
  /** Rows that have work left. */
  open: Prisma.Sql
  /** After so many attempts the row has failed, whether they ended with an error or with the process. */
  mostAttempts: number
  retrySeconds(attempts: number): number
  /** Whether another attempt may help; refusals (UserError) have failed at once. Default: `mayPass`. */
  isRetried?(error: unknown): boolean
  /**
   * Does some of the work, or all of it. Each of its transactions begins with `requireFence` and sets `attempts` to 0 when it got on; the last
   * one closes the row. Returns 'more' to give way to other shops.
   * @param lost aborted when another runner has the row
   */
  run(ctx: Ctx, row: Row, lost: AbortSignal): Promise<'finished' | 'more'>
  /** Closes the row with a reason, where it is still this runner's (`heldBy`). */
  fail(ctx: Ctx, row: Row, error: unknown): Promise<unknown>
}

/** 'later': another attempt follows. 'notMine': nothing is left to do, or another runner has the row. */
export type WorkEnd = 'finished' | 'more' | 'later' | 'notMine'

/** Another runner has the row, or a person has stopped it: what this one was about to write is rolled back. */
export class Fenced extends Error {}
/** The process is closing; another runner takes the row. This is no attempt. */
export class Stopped extends Error {}

/** Claims a row and works on it for a while. Returns 'notMine' when no work is left, or another runner works on it. */
export async function runWork<Row extends ClaimedRow>(ctx: Ctx, work: Work<Row>, id: string): Promise<WorkEnd> {
  const row = ctx.stopping.aborted ? null : await claim(ctx, work, id)
  return row ? runClaimed(ctx, work, row) : 'notMine'
}

/** Works on a row that this process has claimed. */
export async function runClaimed<Row extends ClaimedRow>(ctx: Ctx, work: Work<Row>, row: Row): Promise<WorkEnd> {
  try {
    // A row that kills its process would do so forever.
    if (row.attempts > work.mostAttempts) throw new Error('The process died over it too often.')
    const end = await runWithRenewedLease(ctx, { work, row })
    if (end === 'more') await update(ctx, { work, row, set: Prisma.sql`"leaseUntil" = null` })
    return end
  } catch (error) {
    if (error instanceof Fenced) return 'notMine'
    return handleFailure(ctx, { work, row }, error).catch((failure: unknown) => {
      // The database is away: the lease expires.
      ctx.log.warn({ err: failure, id: row.id, job: work.job }, 'work waits for its lease')
      return 'later'
    })
  }
}

/** The job of a kind of work: a slice of it, then the next one behind what is queued already. */
export const makeWorkJob =
  <Row extends ClaimedRow>(
    { job, ...work }: Work<Row>,
    run = (ctx: Ctx, id: string): Promise<WorkEnd> => runWork(ctx, { job, ...work }, id),
  ) =>
  async (ctx: Ctx, { id }: { id: string }): Promise<void> => {
    if ((await run(ctx, id)) === 'more') await queueWork(ctx, job, id)
  }

/** Queues the work on a row, in the same transaction. Returns false when it waits already. */
export const queueWork = (ctx: Ctx, job: LongJob, id: string): Promise<boolean> => ctx.enqueue(job, { id }, { key: id })

/** Queues rows whose runner died and rows whose wait is over, in all shops. Returns how many. */
export async function queueDueWork(deps: Deps, works: readonly Work<never>[]): Promise<number> {
  const db = deps.access.acrossShops('follow work')
  let queued = 0
  for (const { job, table, open } of works) {
    const rows = await db.$queryRaw<{ shopId: string; id: string }[]>`
      select "shopId", id from ${tableOf(table)} where ${open} and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit ${rowsAtOnce}`
    if (rows.length === 0 || deps.stopping.aborted) continue
    const shops = await db.shop.findMany({ where: { id: { in: rows.map(({ shopId }) => shopId) } } })
    for (const { shopId, id } of rows) {
      const shop = shops.find((one) => one.id === shopId)
      if (shop && (await queueWork(makeContext(deps, shop, { kind: 'system', name: job }), job, id))) queued++
    }
  }
  return queued
}

/** Columns of a row that this process creates, or opens again, for itself: with `runClaimed` at once. */
export const buildClaim = () => ({ attempts: 1, leaseUntil: new Date(Date.now() + leaseSeconds * 1000) })

/** Prisma's condition of a row that is still this runner's. */
export const matchClaim = <Row extends ClaimedRow>({
  shopId,
  id,
  fence,
  status,
}: Row): Pick<Row, 'shopId' | 'id' | 'fence' | 'status'> => ({ shopId, id, fence, status })

/**
 * Locks the row: the first statement of a batch. A second runner, and whoever stops the work, waits for the batch's end.
 * @throws Fenced
 */
export async function requireFence(tx: Ctx, table: Work<never>['table'], row: ClaimedRow): Promise<void> {
  const [found] = await tx.db.$queryRaw<
    Pick<ClaimedRow, 'fence' | 'status'>[]
  >`select fence, status::text from ${tableOf(table)} where ${idOf(row)} for update`
  if (found?.fence !== row.fence || found.status !== row.status) throw new Fenced()
}

const tableOf = (table: string): Prisma.Sql => Prisma.raw(`"${table}"`)
const idOf = ({ shopId, id }: Pick<ClaimedRow, 'shopId' | 'id'>): Prisma.Sql =>
  Prisma.sql`"shopId" = ${shopId}::uuid and id = ${id}::uuid`
const renewedLease = Prisma.sql`"leaseUntil" = now() + ${leaseSeconds} * interval '1 second'`

async function claim<Row extends ClaimedRow>(
  { db, shop }: Ctx,
  { table, open }: Work<Row>,
  id: string,
): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    update ${tableOf(table)} set fence = fence + 1, attempts = attempts + 1, ${renewedLease}
    where ${idOf({ shopId: shop.id, id })} and ${open} and ("leaseUntil" is null or "leaseUntil" < now()) returning *`
  return row ?? null
}

interface ClaimedWork<Row extends ClaimedRow> {
  work: Work<Row>
  row: Row
}

/** Writes to a row that is still this runner's; returns its attempts as they are now, null when it is not. */
async function update<Row extends ClaimedRow>(
  { db }: Ctx,
  { work: { table, open }, row, set }: ClaimedWork<Row> & { set: Prisma.Sql },
): Promise<number | null> {
  const [held] = await db.$queryRaw<
    { attempts: number }[]
  >`update ${tableOf(table)} set ${set} where ${idOf(row)} and fence = ${row.fence} and ${open} returning attempts`
  return held?.attempts ?? null
}

/** Renews the lease while work goes on, however long a count or a store takes. @throws Fenced when another runner has the row */
async function runWithRenewedLease<Row extends ClaimedRow>(
  ctx: Ctx,
  { work, row }: ClaimedWork<Row>,
): Promise<'finished' | 'more'> {
  const lost = new AbortController()
  const renewal: { underWay: Promise<void> | null } = { underWay: null }
  const renew = async (): Promise<void> => {
    try {
      if ((await update(ctx, { work, row, set: renewedLease })) === null) lost.abort(new Fenced())
    } catch (error) {
      ctx.log.warn({ err: error, id: row.id, job: work.job }, 'a lease cannot be renewed now')
    }
    renewal.underWay = null
  }
  const renewing = setInterval(() => {
    renewal.underWay ??= renew()
  }, renewMs)
  try {
    return await work.run(ctx, row, lost.signal)
  } catch (error) {
    throw lost.signal.aborted ? new Fenced() : error
  } finally {
    clearInterval(renewing)
    // A late renewal would hold what is given back.
    await renewal.underWay
  }
}

/** Decides what follows an error: another attempt after a wait that grows, or the end with a reason. */
async function handleFailure<Row extends ClaimedRow>(
  ctx: Ctx,
  { work, row }: ClaimedWork<Row>,
  error: unknown,
): Promise<WorkEnd> {
  if (error instanceof Stopped) {
    await update(ctx, { work, row, set: Prisma.sql`"leaseUntil" = null, attempts = greatest(attempts - 1, 0)` })
    return 'later'
  }
  const attempts = await update(ctx, { work, row, set: renewedLease })
  if (attempts === null) return 'notMine'
  const refused = error instanceof UserError
  const again = !refused && attempts < work.mostAttempts && (work.isRetried ?? mayRetry)(error)
  if (!refused)
    ctx.log[again ? 'warn' : 'error'](
      { err: error, id: row.id, job: work.job, attempts },
      again ? 'work is tried again' : 'work has failed',
    )
  if (again) {
    await update(ctx, {
      work,
      row,
      set: Prisma.sql`"leaseUntil" = now() + ${work.retrySeconds(Math.max(1, attempts))} * interval '1 second'`,
    })
    return 'later'
  }
  await work.fail(ctx, row, error)
  ctx.publish(work.topic, row.id)
  return 'finished'
}
