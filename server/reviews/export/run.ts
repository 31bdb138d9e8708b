import { addAbortSignal, Readable } from 'node:stream'
import { reviewFilter, type ReviewFilter } from '../../../rules/filters.ts'
import { matchClaim, requireFence, Fenced, Stopped, type Work } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { parse } from '../../core/errors.ts'
import { Prisma, type ReviewExport } from '../../generated/prisma/client.ts'
import { buildReviewWhere } from '../reviews/list/list-reviews.ts'
import { readExportRows } from './rows.ts'
import { contentTypes, createFileStream, type ExportFormat } from './write-file.ts'

/**
 * Writes the whole file. After a crash the next worker starts over; storage shows a file only when it is complete. A
 * shutdown stops at the next page.
 */
export const exportWork: Work<ReviewExport> = {
  job: 'reviews.export',
  topic: 'export',
  table: 'ReviewExport',
  open: Prisma.sql`status = 'running'`,
  mostAttempts: 5,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  async run(ctx, row, lost) {
    await writeFile(ctx, row, lost)
    return 'finished'
  },
  /** The stored file stays until purge.ts deletes it, since its row names it. */
  fail: (ctx, row) =>
    ctx.db.reviewExport.updateMany({
      where: matchClaim(row),
      data: { status: 'failed', error: 'exportFailed', finishedAt: ctx.now(), leaseUntil: null },
    }),
}

async function writeFile(ctx: Ctx, row: ReviewExport, lost: AbortSignal): Promise<void> {
  const filter = parse(reviewFilter, row.filter)
  const format = row.format as ExportFormat
  await tell(ctx, row, { total: await total(ctx, filter), done: 0 })
  let done = 0
  const file = createFileStream(
    format,
    readExportRows(ctx, filter, async (reviews) => {
      if (ctx.stopping.aborted) throw new Stopped()
      await tell(ctx, row, { done: (done = reviews) })
    }),
  )
  let size = 0
  const counted = async function* () {
    for await (const bytes of file as AsyncIterable<Uint8Array>) {
      size += bytes.length
      yield bytes
    }
  }
  const content = addAbortSignal(lost, Readable.from(counted(), { objectMode: false }))
  // A storage that stops reading must not crash the process.
  content.on('error', () => undefined)
  await ctx.files.put(row.fileKey, content, { contentType: contentTypes[format] })
  await finish(ctx, row, { done, size })
}

/** Counts exactly, unlike the list's "10,000+", since no page waits for it. */
const total = (ctx: Ctx, filter: ReviewFilter): Promise<number> =>
  ctx.db.review.count({ where: buildReviewWhere(ctx, filter) })

/** Records the progress. @throws Fenced */
async function tell(ctx: Ctx, row: ReviewExport, data: { total?: number; done: number }): Promise<void> {
  const { count } = await ctx.db.reviewExport.updateMany({ where: matchClaim(row), data })
  if (count === 0) throw new Fenced()
  ctx.publish('export', row.id)
}

async function finish(ctx: Ctx, row: ReviewExport, { done, size }: { done: number; size: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await requireFence(tx, 'ReviewExport', row)
    await tx.db.reviewExport.updateMany({
      where: matchClaim(row),
      data: { status: 'done', done, total: done, fileSize: size, finishedAt: tx.now(), leaseUntil: null },
    })
    tx.publish('export', row.id)
  })
}
