import { addAbortSignal, Readable } from 'node:stream'
import { reviewFilter, type ReviewFilter } from '../../rules/filters.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../context.ts'
import { parse } from '../errors.ts'
import { Prisma, type ReviewExport } from '../generated/prisma/client.ts'
import { mayPass } from '../imports/passing.ts'
import { whereOf } from '../reviews/list.ts'
import { exportRows } from './rows.ts'
import { contentTypes, fileOf, type ExportFormat } from './write-file.ts'

/** By the wall clock: a runner that died is followed after this long. */
const leaseSeconds = 15
const renewMs = 5_000
/** An export that took its process along so often would do it for ever; what passes by itself is tried as often, the waits grow. */
const mostAttempts = 5
const retrySeconds = (attempts: number): number => 2 * attempts ** 2

/** Another runner has the export now; this one's file is dropped. */
class Fenced extends Error {}
/** The process is about to close: another one begins the file anew. */
class Stopped extends Error {}

/**
 * Job `reviews.export`: writes the file from its beginning to its end. A killed process leaves no half file to be seen: the
 * next runner begins anew, and a store shows a file only when it is whole. A closing one stops at the next page.
 */
export async function runExport(ctx: Ctx, { exportId }: { exportId: string }): Promise<void> {
  const row = ctx.stopping.aborted ? null : await claim(ctx, exportId)
  if (!row) return
  try {
    if (row.fence > mostAttempts) throw new Error('The export was begun too often.')
    await holding(ctx, row, (lost) => writeFile(ctx, row, lost))
  } catch (error) {
    if (error instanceof Fenced) return
    if (error instanceof Stopped) return giveBack(ctx, row)
    const again = row.fence < mostAttempts && mayPass(error)
    ctx.log[again ? 'warn' : 'error']({ err: error, exportId, attempts: row.fence }, 'export failed')
    if (again) await waitFor(ctx, row, retrySeconds(row.fence))
    else await fail(ctx, row)
  }
}

/**
 * Holds the lease while work goes on, however long a count or the store takes.
 * @throws Fenced when another runner has the export; whatever the work throws
 */
async function holding(ctx: Ctx, row: ReviewExport, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
  const lost = new AbortController()
  const renewals = new Set<Promise<void>>()
  const renewing = setInterval(() => {
    if (renewals.size > 0) return
    const renewal = renew(ctx, row)
      .then((held) => held || lost.abort(), (error: unknown) => ctx.log.warn({ err: error, exportId: row.id }, 'the lease of an export'))
      .then(() => void renewals.delete(renewal))
    renewals.add(renewal)
  }, renewMs)
  try {
    await work(lost.signal)
  } catch (error) {
    throw lost.signal.aborted ? new Fenced() : error
  } finally {
    clearInterval(renewing)
    // One that came late would hold what is given back.
    await Promise.all(renewals)
  }
}

/** Follows runners that died: exports whose lease ran out, in all shops. Answers how many were looked at. */
export async function followExports(deps: Deps): Promise<number> {
  const db = deps.doors.acrossShops('claim exports')
  const waiting = await db.$queryRaw<{ shopId: string; id: string }[]>`
    select "shopId", id from "ReviewExport" where status = 'running' and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit 5`
  for (const { shopId, id } of waiting) {
    if (deps.stopping.aborted) return 0
    const shop = await db.shop.findUnique({ where: { id: shopId } })
    if (shop) await runExport(makeContext(deps, shop, { kind: 'system', name: 'exports' }), { exportId: id })
  }
  return waiting.length
}

async function claim(ctx: Ctx, exportId: string): Promise<ReviewExport | null> {
  const [claimed] = await ctx.db.$queryRaw<{ fence: number }[]>`
    update "ReviewExport" set fence = fence + 1, done = 0, ${leased}
    where "shopId" = ${ctx.shop.id}::uuid and id = ${exportId}::uuid and status = 'running' and ("leaseUntil" is null or "leaseUntil" < now())
    returning fence`
  if (!claimed) return null
  // Another runner may have claimed it since: its fence is not ours.
  return ctx.db.reviewExport.findFirst({ where: { shopId: ctx.shop.id, id: exportId, fence: claimed.fence } })
}

async function writeFile(ctx: Ctx, row: ReviewExport, lost: AbortSignal): Promise<void> {
  const filter = parse(reviewFilter, row.filter)
  const format = row.format as ExportFormat
  await tell(ctx, row, { total: await total(ctx, filter) })
  let done = 0
  const file = fileOf(format, exportRows(ctx, filter, async (reviews) => {
    if (ctx.stopping.aborted) throw new Stopped()
    await tell(ctx, row, { done: (done = reviews) })
  }))
  let size = 0
  const counted = async function* () {
    for await (const bytes of file as AsyncIterable<Uint8Array>) {
      size += bytes.length
      yield bytes
    }
  }
  const content = addAbortSignal(lost, Readable.from(counted(), { objectMode: false }))
  // A store that listens no more, or not yet, is not the process's end.
  content.on('error', () => undefined)
  await ctx.files.put(row.fileKey, content, { contentType: contentTypes[format] })
  await finish(ctx, row, { done, size })
}

/** Exact: what the list calls "10,000+" is counted here, once, where nobody waits for a page. */
const total = (ctx: Ctx, filter: ReviewFilter): Promise<number> => ctx.db.review.count({ where: whereOf(ctx, filter) })

const leased = Prisma.sql`"leaseUntil" = now() + ${leaseSeconds} * interval '1 second'`
const mine = ({ shop }: Ctx, { id, fence }: ReviewExport) => Prisma.sql`"shopId" = ${shop.id}::uuid and id = ${id}::uuid and fence = ${fence} and status = 'running'`

/** Answers whether the export is this runner's still. */
const renew = async (ctx: Ctx, row: ReviewExport): Promise<boolean> => (await ctx.db.$executeRaw`update "ReviewExport" set ${leased} where ${mine(ctx, row)}`) > 0

/** Says how far it is and holds the lease. @throws Fenced when somebody else has the export */
async function tell(ctx: Ctx, row: ReviewExport, data: { total: number } | { done: number }): Promise<void> {
  const { total = null, done = null } = data as { total?: number; done?: number }
  const count = await ctx.db.$executeRaw`
    update "ReviewExport" set total = coalesce(${total}::int, total), done = coalesce(${done}::int, done), ${leased} where ${mine(ctx, row)}`
  if (count === 0) throw new Fenced()
  ctx.publish('export', row.id)
}

async function finish(ctx: Ctx, { id, fence }: ReviewExport, { done, size }: { done: number; size: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.reviewExport.updateMany({
      where: { shopId: tx.shop.id, id, fence, status: 'running' },
      data: { status: 'done', done, total: done, fileSize: size, finishedAt: tx.now(), leaseUntil: null },
    })
    if (count === 0) throw new Fenced()
    tx.publish('export', id)
  })
}

/** Whoever comes next begins anew. A process that closes is no try: nothing of this runner writes any more, so its fence may come again. */
async function giveBack(ctx: Ctx, row: ReviewExport): Promise<void> {
  await ctx.db.$executeRaw`update "ReviewExport" set fence = fence - 1, "leaseUntil" = null where ${mine(ctx, row)}`
}

async function waitFor(ctx: Ctx, row: ReviewExport, seconds: number): Promise<void> {
  await ctx.db.$executeRaw`update "ReviewExport" set "leaseUntil" = now() + ${seconds} * interval '1 second' where ${mine(ctx, row)}`
}

/** What lies in the store stays there until purge.ts takes it: its row names it. */
async function fail(ctx: Ctx, { id, fence }: ReviewExport): Promise<void> {
  await ctx.db.reviewExport.updateMany({
    where: { shopId: ctx.shop.id, id, fence },
    data: { status: 'failed', error: 'exportFailed', finishedAt: ctx.now(), leaseUntil: null },
  })
  ctx.publish('export', id)
}
