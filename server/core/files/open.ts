import { join } from 'node:path'
import type { Env } from '../env.ts'
import { makePrivateFolder } from '../private-folder.ts'
import type { FilePort } from './files.ts'
import { openLocalFiles } from './local-files.ts'
import { openS3Files } from './s3-files.ts'

export const localFolder = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => join(DATA_DIR, 'files')

/** Opens the file store: S3 when S3_BUCKET is set, else a folder beside the database. */
export async function openFiles(env: Env, origin: string): Promise<FilePort> {
  const mediaUrl = `${origin}/media`
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) {
    const folder = localFolder(env)
    for (const path of [env.DATA_DIR, folder]) makePrivateFolder(path)
    return openLocalFiles(folder, mediaUrl)
  }
  const place = {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }
  return openS3Files({ ...place, ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT } : {}) }, mediaUrl)
}
