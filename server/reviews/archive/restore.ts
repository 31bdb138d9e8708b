import { Readable } from 'node:stream'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { detectContentType } from '../../core/files/images.ts'
import { restoreMailWords } from '../../requests/mail/mail-words.ts'
import { hashOf, readPublicKey, type Part } from './manifest.ts'
import { parseMediaName } from './media.ts'
import {
  ArchiveRefused,
  checkArchive,
  readEntries,
  readWhole,
  splitLines,
  type CheckedArchive,
} from './read-archive.ts'
import { finishRestore } from './finish-restore.ts'
import { checkRows, insertRows, mapKnownRows, replaceIds } from './restore-rows.ts'
import { archivedTable } from './table-sql.ts'

export interface Restored {
  /** This archive was restored here before. */
  isRepeated: boolean
  isTrusted: boolean
  publicKey: string
  rows: number
  files: number
}

/**
 * Brings an archive into an empty shop. Checks all of it before anything changes. Each list of rows is one transaction
 * that also moves the position. A killed restore continues there.
 * @throws ArchiveRefused
 */
export async function restoreArchive(
  ctx: Ctx,
  path: string,
  tell: (done: number, total: number) => void = () => undefined,
): Promise<Restored> {
  const archive = await checkArchive(path, (table, rows) =>
    table === 'MailWords' ? Promise.resolve() : checkRows(ctx, table, rows),
  )
  const { manifest, publicKey } = archive
  const { CANDOR_ARCHIVE_KEYS, SESSION_SECRET } = ctx.env
  const isTrusted = [readPublicKey(SESSION_SECRET), ...CANDOR_ARCHIVE_KEYS].includes(publicKey)
  const restored = { isTrusted, publicKey, rows: 0, files: 0 }
  const begun = await begin(ctx, archive)
  if (begun.finishedAt) return { ...restored, isRepeated: true }
  const run = { ids: new Map([[manifest.shop.id, ctx.shop.id]]), isTrusted, position: begun.position, at: 0, file: '' }
  const parts = new Map(manifest.parts.map((part) => [part.name, part]))
  for await (const { name, content } of readEntries(path)) {
    const part = parts.get(name)
    if (parseMediaName('', name)) restored.files += await restoreFile(ctx, { name, content, run })
    else if (part) restored.rows += await restorePart(ctx, run, { part, written: await readWhole(content) })
    else await readWhole(content)
    if (part) tell(++run.at, manifest.parts.length)
  }
  if (run.at !== manifest.parts.length) throw new ArchiveRefused('The archive was cut off during its restore.')
  await finishRestore(ctx, archive)
  return { ...restored, isRepeated: false }
}

/** Locks the shop and records the restore. A shop with its own reviews, or of another restore, is refused. */
function begin(ctx: Ctx, { hash, manifest }: CheckedArchive) {
  const { id: shopId, shopifyDomain } = ctx.shop
  return inTransaction(ctx, async (tx) => {
    await tx.db.$queryRaw`select id from "Shop" where id = ${shopId}::uuid for update`
    const known = await tx.db.shopRestore.findUnique({ where: { shopId } })
    if (known?.archive === hash) return known
    if (known && !known.finishedAt)
      throw new ArchiveRefused(
        `Another archive was restored into ${shopifyDomain} halfway. Restore that one again first.`,
      )
    await requireEmpty(tx)
    // Requests that an installation planned for orders of the archive, which has its own.
    await tx.db.queueItem.deleteMany({
      where: { shopId, status: { in: [...unsent] }, createdOrderAt: { lte: new Date(manifest.createdAt) } },
    })
    const begun = { archive: hash, position: 0, startedAt: tx.now(), finishedAt: null }
    // Nothing is sent from a shop that may still send from its former Candor.
    await tx.db.shop.update({
      where: { id: shopId },
      data: { mailPause: 'restored', mailPauseText: '', mailPausedAt: tx.now(), version: { increment: 1 } },
    })
    tx.publish('shop', shopId)
    return tx.db.shopRestore.upsert({ where: { shopId }, create: { shopId, ...begun }, update: begun })
  })
}

const unsent = ['waiting', 'waitingCondition', 'paused', 'cancelled'] as const

async function requireEmpty({ db, shop }: Ctx): Promise<void> {
  const where = { where: { shopId: shop.id } }
  const found = {
    reviews: await db.review.count(where),
    requests: await db.queueItem.count({ where: { shopId: shop.id, status: { notIn: [...unsent] } } }),
    imports: await db.import.count(where),
    'discount codes': await db.discount.count(where),
  }
  const named = Object.entries(found).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : []))
  if (named.length > 0)
    throw new ArchiveRefused(
      `${shop.shopifyDomain} is not empty (${named.join(', ')}). An archive is restored into a shop without reviews, sent requests, imports and discount codes.`,
    )
}

interface Run {
  /** Ids of the archive that are others here: the shop's, and those of products, customers and orders. */
  ids: Map<string, string>
  isTrusted: boolean
  /** Parts that are restored. */
  position: number
  /** Parts that were read. */
  at: number
  /** The picture or video that was recorded last. */
  file: string
}

async function restorePart(ctx: Ctx, run: Run, { part, written }: { part: Part; written: Buffer }): Promise<number> {
  // The file was checked before. Now only what the manifest names is written.
  if (hashOf(written) !== part.sha256)
    throw new ArchiveRefused(`The archive was changed during its restore: ${part.name}`)
  const [folder, table = ''] = part.name.split('/')
  const list = { table, bytes: replaceIds(written, run.ids), isTrusted: run.isTrusted }
  const isTable = folder === 'tables' && table !== 'MailWords'
  if (isTable && archivedTable(table).names) await mapKnownRows(ctx, list, run.ids)
  if (run.at < run.position) return 0
  if (isTable) return (await insertRows(ctx, list, run.at)) ?? refuseSecond(ctx)
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.shopRestore.updateMany({
      where: { shopId: tx.shop.id, position: run.at, finishedAt: null },
      data: { position: run.at + 1 },
    })
    if (count === 0) refuseSecond(ctx)
    return folder === 'media'
      ? 0
      : restoreMailWords(
          tx,
          splitLines(list.bytes).map((line) => JSON.parse(line) as unknown),
        )
  })
}

const refuseSecond = ({ shop }: Ctx): never => {
  throw new ArchiveRefused(`Another command restores into ${shop.shopifyDomain} now.`)
}

interface RestoredFile {
  name: string
  content: AsyncIterable<Uint8Array>
  run: Run
}

/** So many bytes tell the type of a file. */
const headBytes = 4_100

/** Stores a picture or video whose bytes are what its name says. Its rows follow; without them it is deleted after a day. */
async function restoreFile(ctx: Ctx, { name, content, run }: RestoredFile): Promise<number> {
  const place = parseMediaName(ctx.shop.id, name)
  if (!place || run.at < run.position) {
    for await (const _piece of content);
    return 0
  }
  const pieces = content[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  for (let next; head.length < headBytes && !(next = await pieces.next()).done;)
    head = Buffer.concat([head, next.value])
  if ((await detectContentType(head)) !== place.contentType)
    throw new ArchiveRefused(`The archive has a file that is not what its name says: ${name}`)
  if (run.file !== place.of) await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key: place.of })
  run.file = place.of
  const whole = async function* () {
    yield head
    for (let next; !(next = await pieces.next()).done;) yield next.value
  }
  await ctx.files.put(place.key, Readable.from(whole(), { objectMode: false }), { contentType: place.contentType })
  return 1
}
