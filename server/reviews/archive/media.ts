import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { imageKey } from '../../core/files/images.ts'
import { videoKey } from '../../core/files/video/videos.ts'

const filesAtOnce = 200

/** Kinds of stored files below a media key, with the names of an archive. */
const variants = {
  small: (key: string) => imageKey(key, 'small'),
  medium: (key: string) => imageKey(key, 'medium'),
  large: (key: string) => imageKey(key, 'large'),
  video: videoKey,
} as const
type Variant = keyof typeof variants

const endings: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'video/mp4': 'mp4', 'video/webm': 'webm' }

/** Selects the media keys that reviews, settings or emails use. */
const selectKeys = (shopId: string): Prisma.Sql => {
  const address = `/media/(${shopId}/[0-9a-f]{64})/`
  return Prisma.sql`select key from "ReviewMedia" where "shopId" = ${shopId}::uuid and key <> ''
      union select "posterKey" from "ReviewMedia" where "shopId" = ${shopId}::uuid and "posterKey" <> ''
      union select (regexp_matches(value::text, ${address}, 'g'))[1] from "Setting" where "shopId" = ${shopId}::uuid
      union select (regexp_matches(content::text, ${address}, 'g'))[1] from "EmailTemplateVersion" where "shopId" = ${shopId}::uuid
 `
}

/** Reads the next media keys. */
export async function readMediaKeys({ db, shop }: Ctx, after: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    select key from (${selectKeys(shop.id)}) used where key collate "C" > ${after} order by key collate "C" limit ${filesAtOnce}`
  return rows.map(({ key }) => key)
}

export async function countMedia({ db, shop }: Ctx): Promise<number> {
  const [row] = await db.$queryRaw<
    { count: number }[]
  >`select count(*)::int as count from (${selectKeys(shop.id)}) used`
  return row?.count ?? 0
}

export interface MediaFile {
  /** Name in the archive. */
  name: string
  key: string
  size: number
  contentType: string
}

/** Returns the stored files below a key. Another file of a shop, or one of an unknown type, is none. */
export async function findMediaFiles({ files }: Pick<Ctx, 'files'>, key: string): Promise<MediaFile[]> {
  const found = await Promise.all(
    (Object.keys(variants) as Variant[]).map(async (variant) => {
      const about = await files.about(variants[variant](key))
      const ending = about && endings[about.contentType]
      return ending
        ? {
            ...about,
            key: variants[variant](key),
            name: `media/${key.slice(key.indexOf('/') + 1)}-${variant}.${ending}`,
          }
        : null
    }),
  )
  return found.filter((file) => file !== null)
}

const mediaName = /^media\/([0-9a-f]{64})-(?:(small|medium|large)\.webp|video\.(mp4|webm))$/

/** Returns where a file of an archive belongs in a shop; null for any other name. */
export function parseMediaName(
  shopId: string,
  name: string,
): (Pick<MediaFile, 'key' | 'contentType'> & { of: string }) | null {
  const [, hash, size, video] = mediaName.exec(name) ?? []
  if (!hash) return null
  const of = `${shopId}/${hash}`
  return size
    ? { of, key: imageKey(of, size as 'small'), contentType: 'image/webp' }
    : { of, key: videoKey(of), contentType: `video/${video}` }
}
