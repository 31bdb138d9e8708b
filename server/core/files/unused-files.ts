import { v7 as uuidv7 } from 'uuid'
import { unusedFileHours } from '../../../rules/limits.ts'
import type { Ctx, Deps } from '../context.ts'
import type { FilePort } from './files.ts'
import { imageKey, storeImage, type ImageSize, type StoredImage } from './images.ts'
import type { VideoUpload } from './uploads.ts'
import { storeVideo, videoKey, type StoredVideo } from './video/videos.ts'
import type { VideoFacts } from './video/video-file.ts'

/** Keys looked at in one go, oldest first. */
const batch = 100
/** Below the minute after which a server ends an idle transaction: the files go while their key is locked. */
const lockMs = 50_000
const sizes: readonly ImageSize[] = ['small', 'medium', 'large']

type Place = Pick<Ctx, 'db' | 'files'>

interface FileOfShop {
  shopId: string
  /** As a row has it: the sizes of a picture lie below, and a video. */
  key: string
}

/**
 * Notes that a file is about to be written which no row names yet. Must be committed before the file is written: waits for
 * whoever is deleting the file of this key at this moment, and keeps others from it for a day of the wall clock.
 */
export async function recordUnusedFile(db: Ctx['db'], { shopId, key }: FileOfShop): Promise<void> {
  await db.$executeRaw`
    with turn as materialized (select pg_advisory_xact_lock(hashtextextended(${key}::text, 0)))
    insert into "UnusedFile" ("shopId", id, key, "createdAt") select ${shopId}::uuid, ${uuidv7()}::uuid, ${key}::text, clock_timestamp() from turn`
}

/**
 * Stores a picture that a row is going to name; should the row never come, its files are found and deleted.
 * Outside of a transaction only. @throws ImageRefused
 */
export function saveImage(place: Place, shopId: string, bytes: Uint8Array): Promise<StoredImage> {
  return storeImage(recordingStore(place, shopId), shopId, bytes)
}

/** Stores a video that was inspected and that a row is going to name, as `keepImage` does. Outside of a transaction only. */
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
    // At the first write, when the file has been looked at and has a key: what is refused is not noted.
    async put(key, content, about) {
      noted ??= recordUnusedFile(db, { shopId, key: key.slice(0, key.lastIndexOf('/')) })
      await noted
      await files.put(key, content, about)
    },
  }
}

/**
 * Deletes files of reviews that were deleted for ever and of uploads that came to nothing, in all shops, a day of the wall
 * clock after they were noted. The same bytes have the same key, so another review of the shop may use them still. A killed
 * process leaves its note, and with it the work. Answers how many notes were dealt with.
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
      // Behind the others, or a hundred bad ones would keep all waiting.
      await db.$executeRaw`update "UnusedFile" set "createdAt" = now() where "shopId" = ${file.shopId}::uuid and key = ${file.key}`
    }
  }
  return dealtWith
}

/** Under the key's lock, which an upload of the same bytes takes before it writes: it notes them first, or waits and writes them again. */
function deleteIfUnused(
  { access, files }: Pick<Deps, 'access' | 'files'>,
  { shopId, key }: FileOfShop,
): Promise<number> {
  return access.acrossShops('purge what is over').$transaction(
    async (tx) => {
      const [turn] = await tx.$queryRaw<
        { mine: boolean }[]
      >`select pg_try_advisory_xact_lock(hashtextextended(${key}::text, 0)) as mine`
      if (!turn?.mine) return 0
      // A statement of its own, so that it sees what the last holder of the lock wrote.
      const [found] = await tx.$queryRaw<{ wanted: boolean }[]>`
      select exists (select from "UnusedFile" where "shopId" = ${shopId}::uuid and key = ${key} and "createdAt" >= now() - ${unusedFileHours} * interval '1 hour')
        or exists (select from "ReviewMedia" where "shopId" = ${shopId}::uuid and hashtext(key) = hashtext(${key}::text) and key = ${key} and key <> '')
        or exists (select from "ReviewMedia" where "shopId" = ${shopId}::uuid and hashtext("posterKey") = hashtext(${key}::text) and "posterKey" = ${key} and "posterKey" <> '')
        or exists (select from "Import" where "shopId" = ${shopId}::uuid and "fileKey" = ${key})
        or exists (select from "Setting" where "shopId" = ${shopId}::uuid and key = 'qr' and value ->> 'image' = ${`/media/${imageKey(key, 'medium')}`})
        or exists (select from "Setting" where "shopId" = ${shopId}::uuid and key in ('emailTemplates', 'branding', 'instagramWidget') and position(${`/media/${key}/`} in value::text) > 0)
        or exists (select from "EmailTemplateVersion" where "shopId" = ${shopId}::uuid and position(${`/media/${key}/`} in content::text) > 0) as wanted`
      if (!found?.wanted) await Promise.all(filesOf(key).map((file) => files.delete(file)))
      return tx.$executeRaw`
      delete from "UnusedFile" where "shopId" = ${shopId}::uuid and key = ${key} and "createdAt" < now() - ${unusedFileHours} * interval '1 hour'`
    },
    { timeout: lockMs },
  )
}

const filesOf = (key: string): string[] =>
  /^[^/]+\/imports\//.test(key) ? [key] : [...sizes.map((size) => imageKey(key, size)), videoKey(key)]
