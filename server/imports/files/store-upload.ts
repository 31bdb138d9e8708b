import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import { JobLost } from '../../core/background/asked-jobs.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, UpstreamFailed } from '../../core/errors.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { uploadFolders } from '../../core/files/uploads.ts'
import { inspectUpload, type FileFormat, type Upload } from './import-file.ts'
import { isLarge } from './large-files.ts'
import { MARKETPLACES, type MarketplaceId } from '../marketplaces/marketplace.ts'
import { generalOptions } from '../marketplaces/run-options.ts'

/** An upload on disk. */
interface UploadOnDisk extends Pick<Upload, 'name' | 'truncated' | 'marketplace' | 'little'> {
  path: string
  fileKey: string
  options: Record<MarketplaceId, MarketplaceOptions>
}

/** A new import's file, in memory or on disk if it may be too large for memory. */
export type NewImport = Omit<Upload, 'bytes'> & ({ bytes: Uint8Array } | { path: string; size: number })

/**
 * Inspects a new import's file and stores the text to read. Large files and large workbooks are read in the
 * worker.
 * @throws as inspectUpload; UpstreamFailed when the worker died twice
 */
export async function storeNewUpload(ctx: Ctx, fileKey: string, upload: NewImport): Promise<FileFormat> {
  if (isOnDisk(upload) && isLarge({ fileName: upload.name, fileSize: upload.size }))
    return storeInWorker(ctx, fileKey, upload)
  if (!isOnDisk(upload) && upload.unlimited) return inspectAndStore(ctx, { fileKey, ...upload })
  const kept = await storeInProcess(ctx, fileKey, upload).catch(nullIfTooLarge)
  return kept ?? { ...(await withFileOnDisk(upload, (file) => storeInWorker(ctx, fileKey, file))), large: true }
}

async function storeInProcess(ctx: Ctx, fileKey: string, upload: NewImport): Promise<FileFormat> {
  const little = true
  return isOnDisk(upload)
    ? storeUpload(ctx, { ...(await describeUploadOnDisk(ctx, fileKey, upload)), little })
    : inspectAndStore(ctx, { fileKey, ...upload, little })
}

async function withFileOnDisk<T>(upload: NewImport, read: (file: OnDisk) => Promise<T>): Promise<T> {
  if (isOnDisk(upload)) return read(upload)
  const { bytes, ...rest } = upload
  const folder = await mkdtemp(join(tmpdir(), uploadFolders()))
  try {
    const path = join(folder, 'upload')
    await writeFile(path, bytes)
    return await read({ ...rest, path, size: bytes.length })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Leaves a workbook that is too large here to the worker, which has higher limits. */
function nullIfTooLarge(error: unknown): null {
  if (error instanceof InvalidInput && error.code === 'workbookTooLarge') return null
  throw error
}

type OnDisk = Extract<NewImport, { path: string }>
const isOnDisk = (upload: NewImport): upload is OnDisk => 'path' in upload

async function describeUploadOnDisk(
  ctx: Ctx,
  fileKey: string,
  { name, path, truncated, marketplace, optionsOf }: OnDisk,
): Promise<UploadOnDisk> {
  return {
    name,
    path,
    fileKey,
    options: await readOptionsOfAll(ctx, optionsOf),
    ...(truncated && { truncated }),
    ...(marketplace && { marketplace }),
  }
}

/** An upload in the file store, where the worker reads it: it may run on another machine. */
interface QueuedUpload extends Omit<UploadOnDisk, 'path'> {
  uploadKey: string
}

async function storeInWorker(ctx: Ctx, fileKey: string, upload: OnDisk): Promise<FileFormat> {
  const { path, ...file } = await describeUploadOnDisk(ctx, fileKey, upload)
  const uploadKey = `${fileKey}-upload`
  await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key: uploadKey })
  // A truncated file is refused by its name, so its bytes aren't needed.
  const content = upload.truncated ? new Uint8Array() : createReadStream(path)
  await ctx.files.put(uploadKey, content, { contentType: 'application/octet-stream' })
  try {
    return (await ctx.askWorker('imports.keep', { ...file, uploadKey } satisfies QueuedUpload)) as FileFormat
  } catch (error) {
    if (!(error instanceof JobLost)) throw error
    ctx.log.error({ err: error }, 'an upload has lost its worker twice')
    throw new UpstreamFailed('importFailed')
  } finally {
    await ctx.files.delete(uploadKey)
  }
}

/** Job `imports.keep`: stores the text of an upload under its `fileKey`. @throws as inspectUpload */
export async function storeQueuedUpload(
  ctx: Ctx,
  { uploadKey, options, ...upload }: QueuedUpload,
): Promise<FileFormat> {
  const stored = await ctx.files.get(uploadKey)
  if (!stored) throw new Error('The upload is gone.')
  return inspectAndStore(ctx, { ...upload, bytes: await buffer(stored.stream), optionsOf: (id) => options[id] })
}

/** Stores the text of an upload on disk under `fileKey`. @throws as inspectUpload */
export async function storeUpload(ctx: Ctx, { path, fileKey, options, ...upload }: UploadOnDisk): Promise<FileFormat> {
  // A truncated file is refused by its name, so its bytes aren't needed.
  const bytes = upload.truncated ? new Uint8Array() : await readFile(path)
  return inspectAndStore(ctx, { fileKey, ...upload, bytes, optionsOf: (id) => options[id] })
}

/** Does the same for a file in memory. @throws as inspectUpload */
async function inspectAndStore(ctx: Ctx, { fileKey, ...upload }: Upload & { fileKey: string }): Promise<FileFormat> {
  const { format, content } = await inspectUpload(ctx, {
    ...upload,
    optionsOf: upload.optionsOf ?? (await generalOptions(ctx)),
  })
  await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key: fileKey })
  await ctx.files.put(fileKey, content(), { contentType: 'text/plain' })
  return format
}

async function readOptionsOfAll(ctx: Ctx, optionsOf: Upload['optionsOf']): Promise<UploadOnDisk['options']> {
  const find = optionsOf ?? (await generalOptions(ctx))
  return Object.fromEntries(MARKETPLACES.map((id) => [id, find(id)])) as UploadOnDisk['options']
}
