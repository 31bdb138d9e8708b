import { INSTAGRAM_WIDGET, type InstagramSettings } from '../../../rules/settings/instagram-widget.ts'
import { readDocument } from '../../../rules/settings/document.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { saveServerFields } from '../../shop/settings/settings.ts'

/** Settings that only the server writes. Saving them drops the shop's cached pages. */
type Kept = Pick<InstagramSettings, 'state' | 'username' | 'tokenRefreshedAt' | 'syncedAt' | 'posts'>

/**
 * Updates the connection's fields unless `change` returns null. Returns whether it wrote. Concurrent writers are
 * serialized, so that a sync loses no tags.
 */
export async function changeInstagram(
  ctx: Ctx,
  change: (present: InstagramSettings) => Partial<Kept> | null,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`instagram ${shopId}`}, 0))`
    const row = await tx.db.setting.findUnique({
      where: { shopId_key: { shopId, key: 'instagramWidget' } },
      select: { value: true },
    })
    const present = readDocument(INSTAGRAM_WIDGET, row?.value)
    const changed = change(present)
    if (!changed) return false
    const images = new Set(changed.posts?.map(({ image }) => image))
    for (const { image } of changed.posts ? present.posts : [])
      if (!images.has(image)) await recordUnusedFile(tx.db, { shopId, key: fileOf(image) })
    await saveServerFields(tx, 'instagramWidget', changed)
    return true
  })
}

/** Whether a connection exists, accepted or refused. Late jobs must not restore a disconnected one. */
export const hasConnection = ({ state }: Pick<InstagramSettings, 'state'>): boolean =>
  state === 'connected' || state === 'refused'

/** Converts between a picture's address and the key of its files. */
export const buildImagePath = (key: string): string => `/media/${key}/medium`
const fileOf = (image: string): string => image.replace(/^\/media\/|\/medium$/g, '')

/** Saves a new connection and queues its posts. Runs in the transaction that connects. */
export async function startInstagram(tx: Ctx): Promise<void> {
  await changeInstagram(tx, () => ({
    state: 'connected',
    tokenRefreshedAt: tx.now().toISOString(),
    syncedAt: tx.now().toISOString(),
  }))
  await tx.enqueue('instagram.sync', {})
}

/** Removes account and posts. Runs in the transaction that disconnects. */
export async function stopInstagram(tx: Ctx): Promise<void> {
  await changeInstagram(tx, () => ({
    state: 'disconnected',
    username: '',
    tokenRefreshedAt: '',
    syncedAt: '',
    posts: [],
  }))
}
