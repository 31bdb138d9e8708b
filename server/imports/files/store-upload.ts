import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import { WorkerProcessLost } from '../../core/worker-process.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, UpstreamFailed } from '../../core/errors.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { uploadFolders } from '../../core/files/uploads.ts'
import { inspectUpload, type FileFormat, type Upload } from './import-file.ts'
import { isLarge } from './large-files.ts'
import { MARKETPLACES, type MarketplaceId } from '../marketplaces/marketplace.ts'
import { generalOptions } from '../marketplaces/run-options.ts'

/** Of a file that lies on the disk: `path` is there until the task has ended. Plain data, as it may go to another process. */
export interface UploadOnDisk extends Pick<Upload, 'name' | 'truncated' | 'marketplace' | 'little'> {
  path: string
  fileKey: string
  options: Record<MarketplaceId, MarketplaceOptions>
}

/** What a new import is made of; the file in memory, or on the disk where it may be too large for that. */
export type NewImport = Omit<Upload, 'bytes'> & ({ bytes: Uint8Array } | { path: string; size: number })

/**
 * Looks at a new import's file and keeps what is going to be read: a larger file, and a workbook that unfolds to much, aside.
 * @throws as inspectUpload; UpstreamFailed where its process was lost twice
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

/** Gives what is to be read aside as a file. */
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

/** What unfolds to much is read aside, which says whether it is too much. */
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

async function storeInWorker(ctx: Ctx, fileKey: string, upload: OnDisk): Promise<FileFormat> {
  const file = await describeUploadOnDisk(ctx, fileKey, upload)
  const tryIt = () => ctx.worker.run(ctx, 'imports.keep', file)
  const lost = (then: () => Promise<FileFormat>) => (error: unknown) => {
    if (!(error instanceof WorkerProcessLost)) throw error
    ctx.log.error({ err: error }, 'an upload has lost its process')
    return then()
  }
  // Another one's file may have taken the process along: once more, and then it is no fault that a repetition is to be told of.
  return tryIt()
    .catch(lost(tryIt))
    .catch(lost(() => Promise.reject(new UpstreamFailed('importFailed'))))
}

/**
 * Looks at an upload that lies on the disk and keeps under `fileKey` what is going to be read. Task `imports.keep`.
 * @throws as inspectUpload
 */
export async function storeUpload(ctx: Ctx, { path, fileKey, options, ...upload }: UploadOnDisk): Promise<FileFormat> {
  // A file that is too long is refused by its name; none of it is needed.
  const bytes = upload.truncated ? new Uint8Array() : await readFile(path)
  return inspectAndStore(ctx, { fileKey, ...upload, bytes, optionsOf: (id) => options[id] })
}

/** The same for one in memory. @throws as inspectUpload */
export async function inspectAndStore(
  ctx: Ctx,
  { fileKey, ...upload }: Upload & { fileKey: string },
): Promise<FileFormat> {
  const { format, content } = await inspectUpload(ctx, {
    ...upload,
    optionsOf: upload.optionsOf ?? (await generalOptions(ctx)),
  })
  await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key: fileKey })
  await ctx.files.put(fileKey, content(), { contentType: 'text/plain' })
  return format
}

/** What a run goes by at each marketplace, as data. */
export async function readOptionsOfAll(ctx: Ctx, optionsOf: Upload['optionsOf']): Promise<UploadOnDisk['options']> {
  const find = optionsOf ?? (await generalOptions(ctx))
  return Object.fromEntries(MARKETPLACES.map((id) => [id, find(id)])) as UploadOnDisk['options']
}
