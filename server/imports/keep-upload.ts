import { readFile } from 'node:fs/promises'
import type { MarketplaceOptions } from '../../rules/marketplace-options.ts'
import type { Ctx } from '../context.ts'
import { noteUnusedFile } from '../files/unused-files.ts'
import { inspectUpload, type FileFormat, type Upload } from './import-file.ts'
import { MARKETPLACES, type MarketplaceId } from './marketplaces/marketplace.ts'
import { generalOptions } from './marketplaces/run-options.ts'

/** Of a file that lies on the disk: `path` is there until the task has ended. Plain data, as it may go to another process. */
export interface UploadOnDisk extends Pick<Upload, 'name' | 'truncated' | 'marketplace'> {
  path: string
  fileKey: string
  options: Record<MarketplaceId, MarketplaceOptions>
}

/**
 * Looks at an upload that lies on the disk and keeps under `fileKey` what is going to be read. Task `imports.keep`.
 * @throws as inspectUpload
 */
export async function keepUpload(ctx: Ctx, { path, fileKey, options, ...upload }: UploadOnDisk): Promise<FileFormat> {
  // A file that is too long is refused by its name; none of it is needed.
  const bytes = upload.truncated ? new Uint8Array() : await readFile(path)
  return inspectAndKeep(ctx, { fileKey, ...upload, bytes, optionsOf: (id) => options[id] })
}

/** The same for one in memory. @throws as inspectUpload */
export async function inspectAndKeep(ctx: Ctx, { fileKey, ...upload }: Upload & { fileKey: string }): Promise<FileFormat> {
  const { format, content } = await inspectUpload(ctx, { ...upload, optionsOf: upload.optionsOf ?? (await generalOptions(ctx)) })
  await noteUnusedFile(ctx.db, { shopId: ctx.shop.id, key: fileKey })
  await ctx.files.put(fileKey, content(), { contentType: 'text/plain' })
  return format
}

/** What a run goes by at each marketplace, as data. */
export async function optionsOfAll(ctx: Ctx, optionsOf: Upload['optionsOf']): Promise<UploadOnDisk['options']> {
  const find = optionsOf ?? (await generalOptions(ctx))
  return Object.fromEntries(MARKETPLACES.map((id) => [id, find(id)])) as UploadOnDisk['options']
}
