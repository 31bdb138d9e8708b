import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { JobLost } from '../../core/background/asked-jobs.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, UpstreamFailed } from '../../core/errors.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { readMarketplaceOptions } from '../marketplaces/run-options.ts'
import { inspectUpload, isLarge, type FileFormat, type Upload } from './import-file.ts'

/** A file on disk; `path` exists until the request has ended. */
type OnDisk = Omit<Upload, 'bytes'> & { path: string; size: number }
/** A new import's file, in memory or on disk if it may be too large for memory. */
export type NewImport = Upload | OnDisk

/**
 * Inspects a new import's file and stores the text to read. Large files and large workbooks are read in the worker.
 * @throws as inspectUpload; UpstreamFailed when the worker died twice
 */
export async function storeNewUpload(ctx: Ctx, fileKey: string, upload: NewImport): Promise<FileFormat> {
  const file = { ...upload, fileKey, options: upload.options ?? (await readMarketplaceOptions(ctx)) }
  if ('path' in file && isLarge(file)) return storeInWorker(ctx, file)
  if (!('path' in file) && file.unlimited) return storeUpload(ctx, file)
  const stored = await storeUpload(ctx, { ...file, little: true }).catch(nullIfTooLarge)
  return stored ?? { ...(await storeInWorker(ctx, file)), large: true }
}

/** Leaves a workbook that is too large here to the worker, which has higher limits. */
function nullIfTooLarge(error: unknown): null {
  if (error instanceof InvalidInput && error.code === 'workbookTooLarge') return null
  throw error
}

type ToStore<File> = File & { fileKey: string }

/** An upload in the file store, where the worker reads it: it may run on another machine. */
type QueuedUpload = ToStore<Omit<Upload, 'bytes'>> & { uploadKey: string }

async function storeInWorker(ctx: Ctx, upload: ToStore<NewImport>): Promise<FileFormat> {
  const { bytes, path, ...file } = { bytes: undefined, path: '', ...upload }
  const uploadKey = `${file.fileKey}-upload`
  await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key: uploadKey })
  // A truncated file is refused by its name, so its bytes aren't needed.
  const content = bytes ?? (file.truncated ? new Uint8Array() : createReadStream(path))
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

/** Job `imports.keep`: inspects an upload and stores its text. @throws as inspectUpload */
export async function storeQueuedUpload(ctx: Ctx, { uploadKey, ...file }: QueuedUpload): Promise<FileFormat> {
  const stored = await ctx.files.get(uploadKey)
  if (!stored) throw new Error('The upload is gone.')
  return storeUpload(ctx, { ...file, bytes: await buffer(stored.stream) })
}

/** Inspects an upload and stores its text under `fileKey`. @throws as inspectUpload */
async function storeUpload(ctx: Ctx, { fileKey, ...file }: ToStore<NewImport>): Promise<FileFormat> {
  // A truncated file is refused by its name, so its bytes aren't needed.
  const bytes = !('path' in file) ? file.bytes : file.truncated ? new Uint8Array() : await readFile(file.path)
  const { format, content } = await inspectUpload(ctx, { ...file, bytes })
  await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key: fileKey })
  await ctx.files.put(fileKey, content(), { contentType: 'text/plain' })
  return format
}
