import { inTransaction, makeContext, type Deps } from '../../core/context.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { buildMediaKey, type MediaDetails } from '../../reviews/export/file-format.ts'
import { addReadyMedia } from '../../reviews/reviews/media/show-media.ts'
import { claimSelectedRows, ownHost } from './claim-media.ts'

const rowsAtOnce = 200
const copiesAtOnce = 8
const posterMark = '#poster='
/** Files under a key: a picture's sizes, a video. */
const parts = ['small', 'medium', 'large', 'video'] as const
const hash = /^[0-9a-f]{64}$/

/** Returns a pending row for a signed file's picture or video in this installation. Null when it was never fetched. */
export function ownMediaRow(
  { files }: Pick<Deps, 'files'>,
  media: MediaDetails,
): Pick<Prisma.ReviewMediaCreateManyInput, 'sourceUrl' | 'host' | 'nextAt' | 'seconds' | 'width' | 'height'> | null {
  const { key, posterKey, seconds, width, height } = media
  if (!key) return null
  const sourceUrl = `${files.url(buildMediaKey(media))}${posterKey ? `${posterMark}${posterKey}` : ''}`
  return { sourceUrl, host: ownHost, nextAt: null, seconds, width, height }
}

interface WaitingMedia {
  shopId: string
  id: string
  reviewId: string
  sourceUrl: string
  key: string
  posterKey: string
}

/**
 * Copies media of signed exports within this installation, in all shops. Bytes and hash stay the same. Media not copied
 * within their lease are fetched like any picture (media.ts), which ends the retries. Returns how many were handled.
 */
export async function copyOwnMedia(deps: Deps): Promise<number> {
  const waiting = await claim(deps)
  for (const [shopId, media] of Map.groupBy(waiting, (one) => one.shopId)) {
    const copied: WaitingMedia[] = []
    for (let start = 0; start < media.length; start += copiesAtOnce) {
      const done = await Promise.all(media.slice(start, start + copiesAtOnce).map((one) => copy(deps, one)))
      copied.push(...done.flatMap((one) => one ?? []))
    }
    await show(deps, shopId, copied)
  }
  return waiting.length
}

async function claim({ access }: Deps): Promise<WaitingMedia[]> {
  const rows = await access.acrossShops('claim media').$queryRaw<Omit<WaitingMedia, 'key' | 'posterKey'>[]>`
    with taken as (
      select "shopId", id from "ReviewMedia" where status = 'pending' and host = ${ownHost} and "nextAt" is null
      order by "shopId", id limit ${rowsAtOnce} for update skip locked
    )
    ${claimSelectedRows(Prisma.sql`m.kind`)}`
  return rows.map((row) => ({ ...row, key: '', posterKey: '' }))
}

/** Returns null when the file is missing or can't be read now. */
async function copy(deps: Deps, media: WaitingMedia): Promise<WaitingMedia | null> {
  try {
    const [address = '', poster = ''] = media.sourceUrl.split(posterMark)
    const [shop = '', name = ''] = address.slice(deps.files.url('x').length - 1).split('/')
    const key = await copyKey(deps, media.shopId, `${shop}/${name}`)
    return key ? { ...media, key, posterKey: poster ? ((await copyKey(deps, media.shopId, poster)) ?? '') : '' } : null
  } catch (error) {
    deps.log.error({ err: error, pictureId: media.id }, 'a picture of our own cannot be copied')
    return null
  }
}

/** Returns the shop's key for the bytes; null when they are gone. */
async function copyKey({ access, files }: Deps, shopId: string, from: string): Promise<string | null> {
  const name = from.split('/')[1] ?? ''
  if (!hash.test(name)) return null
  const key = `${shopId}/${name}`
  await recordUnusedFile(access.forShop(shopId), { shopId, key })
  let found = false
  for (const part of parts) {
    const file = await files.get(`${from}/${part}`)
    if (!file) continue
    found = true
    if (from === key) file.stream.destroy()
    else await files.put(`${key}/${part}`, file.stream, { contentType: file.contentType })
  }
  return found ? key : null
}

async function show(deps: Deps, shopId: string, media: readonly WaitingMedia[]): Promise<void> {
  const shop =
    media.length > 0 && (await deps.access.acrossShops('claim media').shop.findUnique({ where: { id: shopId } }))
  if (!shop) return
  const rows = media.map(({ id, key, posterKey }) => ({ id, key, posterKey }))
  await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'pictures' }), (tx) =>
    addReadyMedia(
      tx,
      media.map(({ reviewId }) => reviewId),
      () => tx.db.$executeRaw`
      update "ReviewMedia" m set status = 'ready', key = r.key, "posterKey" = r."posterKey", "nextAt" = null, error = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, key text, "posterKey" text)
      where m."shopId" = ${shopId}::uuid and m.id = r.id and m.status = 'pending'`,
    ),
  )
}
