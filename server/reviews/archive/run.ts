import { createHash } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { z } from 'zod'
import { Fenced, matchClaim, requireFence, Stopped, type Work } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { Prisma, type ShopArchive } from '../../generated/prisma/client.ts'
import { beginDraft, draftEntries, readParts, type Draft } from './draft.ts'
import { countMedia } from './media.ts'
import { countRows } from './read-rows.ts'
import { ARCHIVED } from './tables.ts'
import { packSegment } from './tar-segment.ts'

const sliceMs = 10_000

/** Writes an archive segment by segment. After a crash the next worker continues behind the last segment. */
export const archiveWork: Work<ShopArchive> = {
  job: 'shop.archive',
  topic: 'archive',
  table: 'ShopArchive',
  open: Prisma.sql`status = 'running'`,
  mostAttempts: 5,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  async run(ctx, row, lost) {
    const until = Date.now() + sliceMs
    let current = row.total > 0 ? row : await begin(ctx, row)
    do {
      if (ctx.stopping.aborted) throw new Stopped()
      current = await writeSegment(ctx, current, lost)
    } while (current.status === 'running' && Date.now() < until)
    return current.status === 'running' ? 'more' : 'finished'
  },
  fail: (ctx, row) =>
    ctx.db.shopArchive.updateMany({
      where: matchClaim(row),
      data: { status: 'failed', error: 'archiveFailed', finishedAt: ctx.now(), leaseUntil: null },
    }),
}

const segmentList = z.array(z.object({ key: z.string(), bytes: z.number() }))
export const readSegments = ({ segments }: Pick<ShopArchive, 'segments'>) => segmentList.parse(segments)

async function begin(ctx: Ctx, row: ShopArchive): Promise<ShopArchive> {
  let total = await countMedia(ctx)
  for (const table of Object.keys(ARCHIVED)) total += await countRows(ctx, table)
  const { count } = await ctx.db.shopArchive.updateMany({ where: matchClaim(row), data: { total } })
  if (count === 0) throw new Fenced()
  ctx.publish('archive', row.id)
  return { ...row, total }
}

async function writeSegment(ctx: Ctx, row: ShopArchive, lost: AbortSignal): Promise<ShopArchive> {
  const shopId = ctx.shop.id
  const segments = readSegments(row)
  const draft = beginDraft(row)
  // With the fence in the key, a runner that lost its lease can't overwrite the next one's segment.
  const folder = createHash('sha256').update(row.id).digest('hex')
  const key = `${shopId}/archives/${folder}/${segments.length}-${row.fence}`
  await recordUnusedFile(ctx.db, { shopId, key })
  const packed = packSegment(draftEntries(ctx, row, draft), { isLast: () => draft.isEnded, mtime: row.createdAt })
  let bytes = 0
  const counted = async function* () {
    for await (const piece of packed as AsyncIterable<Uint8Array>) {
      bytes += piece.length
      yield piece
    }
  }
  const content = addAbortSignal(lost, Readable.from(counted(), { objectMode: false }))
  // A storage that stops reading must not crash the process.
  content.on('error', () => undefined)
  await ctx.files.put(key, content, { contentType: 'application/gzip' })
  return record(ctx, row, { draft, segments: [...segments, { key, bytes }] })
}

/** Stores where the next segment begins, or closes the archive. @throws Fenced */
function record(
  ctx: Ctx,
  row: ShopArchive,
  { draft, segments }: { draft: Draft; segments: readonly { key: string; bytes: number }[] },
): Promise<ShopArchive> {
  const data = {
    position: draft.position,
    parts: [...readParts(row), ...draft.parts],
    segments: segments.map((segment) => ({ ...segment })),
    done: draft.done,
    attempts: 0,
    fileSize: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(draft.isEnded && { status: 'done' as const, total: draft.done, finishedAt: ctx.now(), leaseUntil: null }),
  }
  return inTransaction(ctx, async (tx) => {
    await requireFence(tx, 'ShopArchive', row)
    const stored = await tx.db.shopArchive.update({ where: { shopId_id: { shopId: row.shopId, id: row.id } }, data })
    if (draft.isEnded && row.mailed) await tx.enqueue('mails.archives', { id: row.id })
    tx.publish('archive', row.id)
    return stored
  })
}
