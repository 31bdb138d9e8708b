import { makeContext, type Ctx, type Deps, type Topic } from '../context.ts'
import { UserError } from '../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { LongJob } from '../job-names.ts'
import { byWallClock } from './schedules.ts'
import { mayRetry } from './temporary-errors.ts'

/** Wall clock: another runner takes the row this long after its runner died. */
const leaseSeconds = 10
const renewMs = 3_000
const rowsAtOnce = 50

/** A row claimed by background work. Every claim raises the fence, which blocks writes of earlier runners. */
interface ClaimedRow {
  shopId: string
  id: string
  status: string
  fence: number
  /** Claims since the row last made progress. */
  attempts: number
}

/** A kind of long work: one job for each row of a table that has status, leaseUntil, fence and attempts. */
export interface Work<Row extends ClaimedRow> {
  job: LongJob
  /** Notified when the row has failed. */
  topic: Topic
  table: 'BulkRun' | 'FirstImport' | 'Import' | 'OldOrderRun' | 'PrivacyRequest' | 'ReviewExport' | 'ShopArchive'
  /** Condition of rows that have work left. */
  open: Prisma.Sql
  /** The row fails after this many attempts, whether they ended with an error or a crash. */
  mostAttempts: number
  retrySeconds(attempts: number): number
  /** Whether a retry may help; refusals (UserError) fail at once. Default: `mayRetry`. */
  isRetried?(error: unknown): boolean
  /**
   * Does some or all of the work. Each transaction begins with `requireFence` and sets `attempts` to 0 on progress; the
   * last one closes the row. Returns 'more' to give way to other shops.
   * @param lost aborted when another runner has the row
   */
  run(ctx: Ctx, row: Row, lost: AbortSignal): Promise<'finished' | 'more'>
  /** Closes the row with a reason, if this runner still has it (`matchClaim`). */
  fail(ctx: Ctx, row: Row, error: unknown): Promise<unknown>
}

/** 'later': another attempt follows. 'notMine': nothing is left to do, or another runner has the row. */
export type WorkEnd = 'finished' | 'more' | 'later' | 'notMine'

/** Another runner has the row, or a person stopped the work. The current write is rolled back. */
export class Fenced extends Error {}
/** The process is closing and another runner takes the row. Does not count as an attempt. */
export class Stopped extends Error {}

/** Claims a row and works on it for a while. Returns 'notMine' when no work is left, or another runner works on it. */
export async function runWork<Row extends ClaimedRow>(ctx: Ctx, work: Work<Row>, id: string): Promise<WorkEnd> {
  const row = ctx.stopping.aborted ? null : await claim(ctx, work, id)
  return row ? runClaimed(ctx, work, row) : 'notMine'
}

/** Works on a row that this process has claimed. */
export async function runClaimed<Row extends ClaimedRow>(ctx: Ctx, work: Work<Row>, row: Row): Promise<WorkEnd> {
  try {
    // A row that crashes its process would otherwise do so forever.
    if (row.attempts > work.mostAttempts) throw new Error('The process died over it too often.')
    const end = await runWithRenewedLease(ctx, { work, row })
    if (end === 'more') await update(ctx, { work, row, set: Prisma.sql`"leaseUntil" = null` })
    return end
  } catch (error) {
    if (error instanceof Fenced) return 'notMine'
    return handleFailure(ctx, { work, row }, error).catch((failure: unknown) => {
      // The database is unavailable: let the lease expire.
      ctx.log.warn({ err: failure, id: row.id, job: work.job }, 'work waits for its lease')
      return 'later'
    })
  }
}

/** Makes the job of a kind of work: runs a slice, then queues the next one behind waiting jobs. */
export const makeWorkJob =
  <Row extends ClaimedRow>(
    { job, ...work }: Work<Row>,
    run = (ctx: Ctx, id: string): Promise<WorkEnd> => runWork(ctx, { job, ...work }, id),
  ) =>
  async (ctx: Ctx, { id }: { id: string }): Promise<void> => {
    if ((await run(ctx, id)) === 'more') await queueWork(ctx, job, id)
  }

/** Queues work on a row, in the same transaction. Returns false when it is queued already. */
export const queueWork = (ctx: Ctx, job: LongJob, id: string): Promise<boolean> => ctx.enqueue(job, { id }, { key: id })

const isFree = Prisma.sql`("leaseUntil" is null or "leaseUntil" < now())`

/** Selects the time from which a row with work left has no runner. */
export function selectFreeWork(works: readonly Work<never>[], now: Date): Prisma.Sql {
  const freeAt = Prisma.sql`coalesce(${byWallClock(Prisma.sql`"leaseUntil"`, now)}, ${now}::timestamptz)`
  const next = works.map(
    ({ table, open }) => Prisma.sql`(select ${freeAt} from ${tableOf(table)}
      where ${open} and ("leaseUntil" is null or "leaseUntil" < 'infinity') order by "leaseUntil" nulls first limit 1)`,
  )
  return Prisma.sql`select min(at) from (${Prisma.join(next, ' union all ')}) as free(at)`
}

/** Queues rows whose runner died or whose wait is over, in all shops. Returns how many. */
export async function queueDueWork(deps: Deps, works: readonly Work<never>[]): Promise<number> {
  const db = deps.access.acrossShops('follow work')
  let queued = 0
  for (const { job, table, open } of works) {
    const rows = await db.$queryRaw<{ shopId: string; id: string }[]>`
      select "shopId", id from ${tableOf(table)} where ${open} and ${isFree} order by "leaseUntil" limit ${rowsAtOnce}`
    if (rows.length === 0 || deps.stopping.aborted) continue
    const shops = await db.shop.findMany({ where: { id: { in: rows.map(({ shopId }) => shopId) } } })
    for (const { shopId, id } of rows) {
      const shop = shops.find((one) => one.id === shopId)
      if (shop && (await queueWork(makeContext(deps, shop, { kind: 'system', name: job }), job, id))) queued++
    }
  }
  return queued
}

/** Columns of a row that this process creates or reopens, then runs at once with `runClaimed`. */
export const buildClaim = () => ({ attempts: 1, leaseUntil: new Date(Date.now() + leaseSeconds * 1000) })

/** Prisma condition: the row is still this runner's. */
export const matchClaim = <Row extends ClaimedRow>({
  shopId,
  id,
  fence,
  status,
}: Row): Pick<Row, 'shopId' | 'id' | 'fence' | 'status'> => ({ shopId, id, fence, status })

/**
 * Locks the row as the first statement of a batch. A second runner, or a request to stop, waits until the batch ends.
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
    where ${idOf({ shopId: shop.id, id })} and ${open} and ${isFree} returning *`
  return row ?? null
}

interface ClaimedWork<Row extends ClaimedRow> {
  work: Work<Row>
  row: Row
}

/** Updates a row that is still this runner's. Returns its current attempts; null if another runner has it. */
async function update<Row extends ClaimedRow>(
  { db }: Ctx,
  { work: { table, open }, row, set }: ClaimedWork<Row> & { set: Prisma.Sql },
): Promise<number | null> {
  const [held] = await db.$queryRaw<
    { attempts: number }[]
  >`update ${tableOf(table)} set ${set} where ${idOf(row)} and fence = ${row.fence} and ${open} returning attempts`
  return held?.attempts ?? null
}

/** Renews the lease during the work, however long a step takes. @throws Fenced when another runner has the row */
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
    // A late renewal would hold the row after its release.
    await renewal.underWay
  }
}

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
