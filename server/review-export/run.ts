import { Readable } from 'node:stream'
import { reviewFilter, type ReviewFilter } from '../../rules/filters.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../context.ts'
import { parse } from '../errors.ts'
import type { ReviewExport } from '../generated/prisma/client.ts'
import { whereOf } from '../reviews/list.ts'
import { exportRows } from './rows.ts'
import { contentTypes, fileOf, type ExportFormat } from './write-file.ts'

/** By the wall clock: a runner that died is followed after this long. A page takes a fraction of it. */
const leaseSeconds = 15
/** An export that took its process along so often would do it for ever. */
const mostAttempts = 5

/** Another runner has the export now; this one's file is dropped. */
class Fenced extends Error {}

/**
 * Job `reviews.export`: writes the file from its beginning to its end. A killed process leaves no half file to be seen: the
 * next runner begins anew, and a store shows a file only when it is whole.
 */
export async function runExport(ctx: Ctx, { exportId }: { exportId: string }): Promise<void> {
  const row = await claim(ctx, exportId)
  if (!row) return
  try {
    if (row.fence > mostAttempts) throw new Error('The export was begun too often.')
    await writeFile(ctx, row)
  } catch (error) {
    if (error instanceof Fenced) return
    ctx.log.error({ err: error, exportId }, 'export failed')
    await fail(ctx, row)
  }
}

/** Follows runners that died: exports whose lease ran out, in all shops. Answers how many were looked at. */
export async function followExports(deps: Deps): Promise<number> {
  const db = deps.doors.acrossShops('claim exports')
  const waiting = await db.$queryRaw<{ shopId: string; id: string }[]>`
    select "shopId", id from "ReviewExport" where status = 'running' and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit 5`
  for (const { shopId, id } of waiting) {
    const shop = await db.shop.findUnique({ where: { id: shopId } })
    if (shop) await runExport(makeContext(deps, shop, { kind: 'system', name: 'exports' }), { exportId: id })
  }
  return waiting.length
}

async function claim(ctx: Ctx, exportId: string): Promise<ReviewExport | null> {
  const [claimed] = await ctx.db.$queryRaw<{ fence: number }[]>`
    update "ReviewExport" set fence = fence + 1, done = 0, "leaseUntil" = now() + ${leaseSeconds} * interval '1 second'
    where "shopId" = ${ctx.shop.id}::uuid and id = ${exportId}::uuid and status = 'running' and ("leaseUntil" is null or "leaseUntil" < now())
    returning fence`
  if (!claimed) return null
  // Another runner may have claimed it since: its fence is not ours.
  return ctx.db.reviewExport.findFirst({ where: { shopId: ctx.shop.id, id: exportId, fence: claimed.fence } })
}

async function writeFile(ctx: Ctx, row: ReviewExport): Promise<void> {
  const filter = parse(reviewFilter, row.filter)
  const format = row.format as ExportFormat
  await tell(ctx, row, { total: await total(ctx, filter) })
  let done = 0
  const file = fileOf(format, exportRows(ctx, filter, (reviews) => tell(ctx, row, { done: (done = reviews) })))
  let size = 0
  const counted = async function* () {
    for await (const bytes of file as AsyncIterable<Uint8Array>) {
      size += bytes.length
      yield bytes
    }
  }
  await ctx.files.put(row.fileKey, Readable.from(counted(), { objectMode: false }), { contentType: contentTypes[format] })
  await finish(ctx, row, { done, size })
}

/** Exact: what the list calls "10,000+" is counted here, once, where nobody waits for a page. */
const total = (ctx: Ctx, filter: ReviewFilter): Promise<number> => ctx.db.review.count({ where: whereOf(ctx, filter) })

/** Says how far it is and holds the lease. @throws Fenced when somebody else has the export */
async function tell(ctx: Ctx, { id, fence }: ReviewExport, data: { total: number } | { done: number }): Promise<void> {
  const { total = null, done = null } = data as { total?: number; done?: number }
  const count = await ctx.db.$executeRaw`
    update "ReviewExport" set total = coalesce(${total}::int, total), done = coalesce(${done}::int, done), "leaseUntil" = now() + ${leaseSeconds} * interval '1 second'
    where "shopId" = ${ctx.shop.id}::uuid and id = ${id}::uuid and fence = ${fence} and status = 'running'`
  if (count === 0) throw new Fenced()
  ctx.publish('export', id)
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

/** What lies in the store stays there until purge.ts takes it: its row names it. */
async function fail(ctx: Ctx, { id, fence }: ReviewExport): Promise<void> {
  await ctx.db.reviewExport.updateMany({
    where: { shopId: ctx.shop.id, id, fence },
    data: { status: 'failed', error: 'exportFailed', finishedAt: ctx.now(), leaseUntil: null },
  })
  ctx.publish('export', id)
}
