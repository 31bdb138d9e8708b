import { v7 as uuidv7 } from 'uuid'
import { unusedFileHours } from '../../../rules/limits.ts'
import type { Ctx, Deps } from '../context.ts'
import type { FilePort } from './files.ts'
import { imageKey, storeImage, type ImageSize, type StoredImage } from './images.ts'
import type { VideoUpload } from './uploads.ts'
import { storeVideo, videoKey, type StoredVideo } from './video/videos.ts'
import type { VideoFacts } from './video/video-file.ts'

const batch = 100
/** Below the minute after which a server ends an idle transaction: files are deleted while their key is locked. */
const lockMs = 50_000
const sizes: readonly ImageSize[] = ['small', 'medium', 'large']

type Place = Pick<Ctx, 'db' | 'files'>

interface FileOfShop {
  shopId: string
  key: string
}

/**
 * Records a file that is about to be written and that no row names yet. Commit the record before writing the file.
 * Waits while another process deletes this key's file, and prevents deletion for a day of the wall clock.
 */
export async function recordUnusedFile(db: Ctx['db'], { shopId, key }: FileOfShop): Promise<void> {
  await db.$executeRaw`
    with turn as materialized (select pg_advisory_xact_lock(hashtextextended(${key}::text, 0)))
    insert into "UnusedFile" ("shopId", id, key, "createdAt") select ${shopId}::uuid, ${uuidv7()}::uuid, ${key}::text, clock_timestamp() from turn`
}

/**
 * Stores a picture for a future row; deleted if the row never follows. Call outside of transactions. @throws
 * ImageRefused
 */
export function saveImage(place: Place, shopId: string, bytes: Uint8Array): Promise<StoredImage> {
  return storeImage(recordingStore(place, shopId), shopId, bytes)
}

/** Stores an inspected video for a future row, like `saveImage`. Call it outside of transactions. */
export function saveVideo(
  place: Place,
  shopId: string,
  video: { upload: VideoUpload; facts: VideoFacts },
): Promise<StoredVideo> {
  return storeVideo(recordingStore(place, shopId), { shopId, ...video })
}

function recordingStore({ db, files }: Place, shopId: string): Pick<FilePort, 'put'> {
  let noted: Promise<void> | undefined
  return {
    // Records at the first write, when the key is known: refused files are not recorded.
    async put(key, content, about) {
      noted ??= recordUnusedFile(db, { shopId, key: key.slice(0, key.lastIndexOf('/')) })
      await noted
      await files.put(key, content, about)
    },
  }
}

/**
 * Deletes files of deleted reviews and failed uploads in all shops, a day (wall clock) after they were recorded.
 * Another review of the shop may use the same bytes and key. A killed process leaves the record, so the work is
 * repeated. Returns the number of records processed.
 */
export async function purgeUnusedFiles(deps: Pick<Deps, 'access' | 'files' | 'log'>): Promise<number> {
  const db = deps.access.acrossShops('purge what is over')
  const old = await db.$queryRaw<FileOfShop[]>`
    select distinct "shopId", key from (
      select "shopId", key from "UnusedFile" where "createdAt" < now() - ${unusedFileHours} * interval '1 hour' order by "createdAt" limit ${batch}
    ) oldest`
  let dealtWith = 0
  for (const file of old) {
    try {
      dealtWith += await deleteIfUnused(deps, file)
    } catch (error) {
      deps.log.error({ err: error, key: file.key }, 'an unused file cannot be deleted')
      // Moves it behind the others, or a hundred failing files would block all.
      await db.$executeRaw`update "UnusedFile" set "createdAt" = now() where "shopId" = ${file.shopId}::uuid and key = ${file.key}`
    }
  }
  return dealtWith
}

/** Deletes files that no row uses any more, without waiting a day: their owner's data is erased. */
export async function deleteUnusedFiles(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const shopId = ctx.shop.id
  await ctx.db.$executeRaw`
    update "UnusedFile" set "createdAt" = now() - ${unusedFileHours + 1} * interval '1 hour' where "shopId" = ${shopId}::uuid and key = any(${[...keys]}::text[])`
  for (const key of keys) await deleteIfUnused(ctx, { shopId, key })
}

/** Deletes under the key's lock. An upload of the same bytes takes it first, so it records or rewrites the file. */
function deleteIfUnused(
  { access, files }: Pick<Deps, 'access' | 'files'>,
  { shopId, key }: FileOfShop,
): Promise<number> {
  return access.acrossShops('purge what is over').$transaction(
    async (tx) => {
      const [lock] = await tx.$queryRaw<
        { mine: boolean }[]
      >`select pg_try_advisory_xact_lock(hashtextextended(${key}::text, 0)) as mine`
      if (!lock?.mine) return 0
      // A separate statement sees what the last holder of the lock wrote.
      const [found] = await tx.$queryRaw<{ wanted: boolean }[]>`
      select exists (select from "UnusedFile" where "shopId" = ${shopId}::uuid and key = ${key} and "createdAt" >= now() - ${unusedFileHours} * interval '1 hour')
        or exists (select from "ReviewMedia" where "shopId" = ${shopId}::uuid and hashtext(key) = hashtext(${key}::text) and key = ${key} and key <> '')
        or exists (select from "ReviewMedia" where "shopId" = ${shopId}::uuid and hashtext("posterKey") = hashtext(${key}::text) and "posterKey" = ${key} and "posterKey" <> '')
        or exists (select from "Import" where "shopId" = ${shopId}::uuid and "fileKey" = ${key})
        or exists (select from "Setting" where "shopId" = ${shopId}::uuid and key = 'qr' and value ->> 'image' = ${`/media/${imageKey(key, 'medium')}`})
        or exists (select from "Setting" where "shopId" = ${shopId}::uuid and key in ('emailTemplates', 'branding', 'instagramWidget') and position(${`/media/${key}/`} in value::text) > 0)
        or exists (select from "EmailTemplateVersion" where "shopId" = ${shopId}::uuid and position(${`/media/${key}/`} in content::text) > 0)
        or exists (select from "ShopArchive" where "shopId" = ${shopId}::uuid and position(${key}::text in segments::text) > 0) as wanted`
      if (!found?.wanted) await Promise.all(filesOf(key).map((file) => files.delete(file)))
      return tx.$executeRaw`
      delete from "UnusedFile" where "shopId" = ${shopId}::uuid and key = ${key} and "createdAt" < now() - ${unusedFileHours} * interval '1 hour'`
    },
    { timeout: lockMs },
  )
}

const filesOf = (key: string): string[] =>
  /^[^/]+\/(imports|archives)\//.test(key) ? [key] : [...sizes.map((size) => imageKey(key, size)), videoKey(key)]
