import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { buildClaim, queueWork } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotAllowed, NotFound } from '../../core/errors.ts'
import { createOneUseToken, consumeOneUseLink, readOneUseToken, type OneUseLink } from '../../core/files/one-use.ts'
import { markDone } from '../../core/idempotency/idempotency.ts'
import { isUuid } from '../../core/uuid.ts'
import type { ShopArchive } from '../../generated/prisma/client.ts'
import { readSegments } from './run.ts'

/** Lifetime of the link in the email. */
const mailedLinkSeconds = 24 * 3600

/**
 * Starts an archive of everything the shop owns, on every plan. It survives a closed tab and a restart.
 * @throws NotAllowed archiveRunning: a shop has one at a time
 */
export async function startArchive(ctx: Ctx, { mailed }: { mailed: boolean }): Promise<ShopArchive> {
  return inTransaction(ctx, async (tx) => {
    if (await findRunningArchive(tx)) throw new NotAllowed('archiveRunning')
    await markDone(tx)
    const row = await createArchive(tx, { mailed })
    await queueWork(tx, 'shop.archive', row.id)
    tx.publish('archive', row.id)
    return row
  })
}

/** Returns the archive that is being written, or starts one that the caller runs (`runClaimed`). No email follows. */
export async function takeArchive(ctx: Ctx): Promise<{ row: ShopArchive; isClaimed: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const running = await findRunningArchive(tx)
    return running
      ? { row: running, isClaimed: false }
      : { row: await createArchive(tx, { mailed: false, ...buildClaim() }), isClaimed: true }
  })
}

/** Serializes starts by locking the shop's row. */
async function findRunningArchive(tx: Ctx): Promise<ShopArchive | null> {
  await tx.db.$queryRaw`select id from "Shop" where id = ${tx.shop.id}::uuid for update`
  return tx.db.shopArchive.findFirst({ where: { shopId: tx.shop.id, status: 'running' } })
}

const createArchive = (tx: Ctx, data: Partial<Pick<ShopArchive, 'mailed' | 'attempts' | 'leaseUntil'>>) =>
  tx.db.shopArchive.create({
    data: { shopId: tx.shop.id, id: uuidv7(), status: 'running', createdAt: tx.now(), ...data },
  })

/** Returns one archive of the shop. @throws NotFound also for another shop's id */
export async function archiveById(ctx: Ctx, id: string): Promise<ShopArchive> {
  const row = isUuid(id)
    ? await ctx.db.shopArchive.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
    : null
  if (!row) throw new NotFound()
  return row
}

export const findNewestArchive = (ctx: Ctx): Promise<ShopArchive | null> =>
  ctx.db.shopArchive.findFirst({
    where: { shopId: ctx.shop.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

/** Returns whether the file still exists: failed and old archives have none. */
export const isArchiveKept = (row: Pick<ShopArchive, 'status' | 'segments'>): boolean =>
  row.status === 'done' && readSegments(row).length > 0

/** Returns the name of the downloaded file: the shop and the day of the archive. */
export const archiveFileName = ({ shop }: Pick<Ctx, 'shop'>, { createdAt }: Pick<ShopArchive, 'createdAt'>): string =>
  `candor-${shop.shopifyDomain.split('.')[0]}-${createdAt.toISOString().slice(0, 10)}.tar.gz`

/**
 * Returns a private download URL for one use within five minutes.
 * @throws NotFound for another shop's id, or (exportGone) after the file was deleted; NotAllowed exportNotReady,
 * archiveFailed
 */
export async function archiveDownloadUrl(ctx: Ctx, id: string): Promise<string> {
  const row = await archiveById(ctx, id)
  if (row.status === 'running') throw new NotAllowed('exportNotReady')
  if (row.status === 'failed') throw new NotAllowed('archiveFailed')
  if (!isArchiveKept(row)) throw new NotFound('exportGone')
  return `${ctx.origin}/archives/${createOneUseToken(ctx, 'archive', id)}`
}

/** Returns the link of the email, which works for a day. */
export const mailedArchiveUrl = ({ signer, shop, origin }: Ctx, id: string): string =>
  `${origin}/archives/${signer.sign('archive-mail', { shopId: shop.id, of: id }, mailedLinkSeconds)}`

interface ArchiveLink extends Omit<OneUseLink, 'nonce'> {
  /** Absent in the link of an email. */
  nonce?: string
}

/** Returns the shop and archive of a link; null if it is forged, expired, or for another purpose. */
export const readArchiveLink = (signer: Ctx['signer'], token: string): ArchiveLink | null =>
  readOneUseToken(signer, 'archive', token) ?? signer.verify<ArchiveLink>('archive-mail', token)

/** Opens a finished archive. @throws NotFound linkExpired: it was used; exportGone: the file was deleted */
export async function openArchive(
  ctx: Ctx,
  { of, nonce }: Pick<ArchiveLink, 'of' | 'nonce'>,
): Promise<{ name: string; size: number; stream: Readable }> {
  const row = await archiveById(ctx, of)
  if (!isArchiveKept(row)) throw new NotFound('exportGone')
  if (nonce) await consumeOneUseLink(ctx, { of, nonce })
  return {
    name: archiveFileName(ctx, row),
    size: Number(row.fileSize),
    stream: Readable.from(readArchiveBytes(ctx, row), { objectMode: false }),
  }
}

/** Yields the archive's file: its segments, one after the other. */
export async function* readArchiveBytes({ files }: Pick<Ctx, 'files'>, row: ShopArchive): AsyncGenerator<Uint8Array> {
  for (const { key } of readSegments(row)) {
    const segment = await files.get(key)
    if (!segment) throw new NotFound('exportGone')
    yield* segment.stream as AsyncIterable<Uint8Array>
  }
}
