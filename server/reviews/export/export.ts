import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { reviewFilter } from '../../../rules/filters.ts'
import { queueWork } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotAllowed, NotFound, parse } from '../../core/errors.ts'
import type { Prisma, ReviewExport } from '../../generated/prisma/client.ts'
import { createOneUseToken, readOneUseToken, consumeOneUseLink, type OneUseLink } from '../../core/files/one-use.ts'
import { markDone } from '../../core/idempotency/idempotency.ts'
import { isUuid } from '../../core/uuid.ts'
import { contentTypes, EXPORT_FORMATS, type ExportFormat } from './write-file.ts'

const startSchema = z.object({
  format: z.enum(EXPORT_FORMATS, 'valueInvalid'),
  filter: z.preprocess((filter) => filter ?? {}, reviewFilter),
})

/**
 * Starts writing a filter's reviews to a file in the background, on every plan. It survives a closed tab and a restart.
 * Without a status in the filter, deleted reviews are left out, as in the list.
 * @throws InvalidInput; NotAllowed exportRunning: a shop has one at a time
 */
export async function startReviewExport(ctx: Ctx, input: unknown): Promise<ReviewExport> {
  const { format, filter } = parse(startSchema, input)
  return inTransaction(ctx, async (tx) => {
    // Serializes starts by locking the shop's row.
    await tx.db.$queryRaw`select id from "Shop" where id = ${tx.shop.id}::uuid for update`
    if (await tx.db.reviewExport.findFirst({ where: { shopId: tx.shop.id, status: 'running' }, select: { id: true } }))
      throw new NotAllowed('exportRunning')
    await markDone(tx)
    const id = uuidv7()
    const row = await tx.db.reviewExport.create({
      data: {
        shopId: tx.shop.id,
        id,
        format,
        filter: JSON.parse(JSON.stringify(filter)) as Prisma.InputJsonObject,
        status: 'running',
        // Set before the file is written, so that a crashed export's file can be found.
        fileKey: exportFileKey(tx.shop.id, id),
        createdAt: tx.now(),
      },
    })
    await queueWork(tx, 'reviews.export', id)
    tx.publish('export', id)
    return row
  })
}

/** Returns the key of the file. It has no picture key's form, so /media/ never serves it. */
const exportFileKey = (shopId: string, exportId: string): string =>
  `${shopId}/exports/${createHash('sha256').update(exportId).digest('hex')}`

/** Returns one export of the shop. @throws NotFound also for another shop's id */
export async function exportById(ctx: Ctx, id: string): Promise<ReviewExport> {
  const row = isUuid(id)
    ? await ctx.db.reviewExport.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
    : null
  if (!row) throw new NotFound()
  return row
}

export async function listExports(ctx: Ctx, first: number): Promise<ReviewExport[]> {
  return ctx.db.reviewExport.findMany({
    where: { shopId: ctx.shop.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: first,
  })
}

/** Returns whether the file still exists: failed and old exports have none. */
export const isExportKept = ({ status, fileKey }: Pick<ReviewExport, 'status' | 'fileKey'>): boolean =>
  status === 'done' && fileKey !== ''

/** Returns the name of the downloaded file: the shop and the day of the export. */
export const exportFileName = (
  { shop }: Pick<Ctx, 'shop'>,
  { createdAt, format }: Pick<ReviewExport, 'createdAt' | 'format'>,
): string => `reviews-${shop.shopifyDomain.split('.')[0]}-${createdAt.toISOString().slice(0, 10)}.${format}`

/**
 * Returns a private download URL for one use within five minutes.
 * @throws NotFound for another shop's id, or (exportGone) after the file was deleted; NotAllowed exportNotReady,
 * exportFailed
 */
export async function exportDownloadUrl(ctx: Ctx, id: string): Promise<string> {
  const row = await exportById(ctx, id)
  if (row.status === 'running') throw new NotAllowed('exportNotReady')
  if (row.status === 'failed') throw new NotAllowed('exportFailed')
  if (!isExportKept(row)) throw new NotFound('exportGone')
  return `${ctx.origin}/reviews/exports/${createOneUseToken(ctx, 'review-export', id)}`
}

/** Returns the shop and export of a link; null if it is forged, expired, or for another purpose. */
export function readExportLink(signer: Ctx['signer'], token: string): OneUseLink | null {
  return readOneUseToken(signer, 'review-export', token)
}

interface ExportFile {
  name: string
  contentType: string
  size: number
  stream: Readable
}

/** Opens a finished file, once per link. @throws NotFound linkExpired: it was used; exportGone: the file was deleted */
export async function openExportFile(ctx: Ctx, link: OneUseLink): Promise<ExportFile> {
  const row = await exportById(ctx, link.of)
  const file = isExportKept(row) ? await ctx.files.get(row.fileKey) : null
  if (!file) throw new NotFound('exportGone')
  try {
    await consumeOneUseLink(ctx, link)
  } catch (error) {
    file.stream.destroy()
    throw error
  }
  return {
    name: exportFileName(ctx, row),
    contentType: contentTypes[row.format as ExportFormat],
    size: file.size,
    stream: file.stream,
  }
}
