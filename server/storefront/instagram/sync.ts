import {
  instagramRefreshDays,
  instagramSyncHours,
  maxInstagramCaptionChars,
  maxInstagramImageBytes,
} from '../../../rules/limits.ts'
import { normalizeText } from '../../../rules/clean-text.ts'
import type { InstagramPost } from '../../../rules/settings/instagram-widget.ts'
import { takeCharacters } from '../../../rules/visible-text.ts'
import { isWebAddress } from '../../../rules/validation.ts'
import { dayMs } from '../../../rules/dates.ts'
import { parseJson } from '../../../rules/json.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import { FetchRefused } from '../../core/files/fetch-remote.ts'
import { ImageRefused } from '../../core/files/images.ts'
import { saveImage } from '../../core/files/unused-files.ts'
import { callService, type ServiceResult } from '../../shop/integrations/call-service.ts'
import { readConnection } from '../../shop/integrations/connection.ts'
import {
  isTokenRefused,
  mediaAnswer,
  buildMediaRequest,
  profileAnswer,
  buildProfileRequest,
  buildRefreshRequest,
  tokenAnswer,
  type InstagramMedium,
} from './api.ts'
import type { Integration } from '../../shop/integrations/integration.ts'
import { saveSecret } from '../../core/secrets/shop-secrets.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { changeInstagram, buildImagePath, hasConnection } from './connection.ts'
import { findTaggedProducts } from './tags.ts'

const pictureTimeoutMs = 15_000
const shopsAtOnce = 50

/** Schedule: queues each shop whose posts are a day old, once. The job also refreshes tokens. */
export async function queueInstagramSyncs(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('read Instagram posts')
  const before = new Date(deps.now().getTime() - instagramSyncHours * 3_600_000).toISOString()
  const due = await db.$queryRaw<{ shopId: string }[]>`
    select "shopId" from "Setting" where key = 'instagramWidget' and value ->> 'state' = 'connected' and value ->> 'syncedAt' < ${before} limit ${shopsAtOnce}`
  const shops = await db.shop.findMany({ where: { id: { in: due.map(({ shopId }) => shopId) }, uninstalledAt: null } })
  for (const shop of shops) {
    await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'followInstagram' }), async (tx) => {
      // Set before the job, so that retries don't queue it again.
      await changeInstagram(tx, () => ({ syncedAt: tx.now().toISOString() }))
      await tx.enqueue('instagram.sync', {})
    })
  }
  return shops.length
}

/** Job: refreshes the token each week and reads the newest posts. A refused token waits for the merchant. */
export async function syncInstagram(ctx: Ctx): Promise<void> {
  const integration = ctx.integrations.find(({ key }) => key === 'instagram')
  const secrets = integration && (await readConnection(ctx, integration))
  if (!integration || !secrets) return
  const token = await freshToken(ctx, integration, secrets['token'] ?? '')
  const profile =
    token === null ? null : profileAnswer.safeParse(await ask(ctx, integration, buildProfileRequest(token)))
  const media = token === null ? null : mediaAnswer.safeParse(await ask(ctx, integration, buildMediaRequest(token)))
  if (!profile?.success || !media?.success) return
  const { posts: known } = await readSetting(ctx, 'instagramWidget')
  const found = await Promise.all(media.data.data.map((medium) => postOf(ctx, medium, known)))
  const posts = found.filter((post) => post !== null)
  const products = await findTaggedProducts(
    ctx,
    posts.flatMap(({ products: tagged }) => tagged.map(({ id }) => id)),
  )
  await changeInstagram(ctx, (present) =>
    hasConnection(present)
      ? {
          username: profile.data.username,
          state: 'connected',
          // Keeps product tags added since, and drops deleted products.
          posts: posts.map((post) => ({
            ...post,
            products: (present.posts.find(({ id }) => id === post.id)?.products ?? post.products).flatMap(
              ({ id }) => products.get(id) ?? [],
            ),
          })),
        }
      : null,
  )
}

/** Returns the token, refreshed if a week has passed; null if Instagram refuses it. */
async function freshToken(ctx: Ctx, integration: Integration, token: string): Promise<string | null> {
  const { tokenRefreshedAt } = await readSetting(ctx, 'instagramWidget')
  const age = ctx.now().getTime() - Date.parse(tokenRefreshedAt || '1970-01-01')
  if (age < instagramRefreshDays * dayMs) return token
  const answer = tokenAnswer.safeParse(await ask(ctx, integration, buildRefreshRequest(token)))
  if (!answer.success) return null
  const { access_token: refreshed } = answer.data
  return inTransaction(ctx, async (tx) => {
    const isKept = await changeInstagram(tx, (present) =>
      hasConnection(present) ? { tokenRefreshedAt: tx.now().toISOString() } : null,
    )
    if (isKept) await saveSecret(tx, 'instagram.token', refreshed)
    return isKept ? refreshed : null
  })
}

/**
 * Returns Instagram's response. Null if Instagram refuses the token; the connection then shows it.
 * @throws Error for a temporary failure, so that the job is retried
 */
async function ask(ctx: Ctx, integration: Integration, request: Parameters<typeof callService>[2]): Promise<unknown> {
  const outcome: ServiceResult = await callService(ctx, integration, request)
  if (isTokenRefused(outcome.answer)) {
    await changeInstagram(ctx, (present) => (hasConnection(present) ? { state: 'refused' } : null))
    return null
  }
  if (outcome.problem) throw new Error(`Instagram: ${outcome.problem}`)
  return parseJson(outcome.answer?.text ?? '')
}

/** Returns a post with our copy of its picture; null without a usable picture. */
async function postOf(
  ctx: Ctx,
  medium: InstagramMedium,
  known: readonly InstagramPost[],
): Promise<InstagramPost | null> {
  const before = known.find(({ id }) => id === medium.id)
  const isVideo = medium.media_type === 'VIDEO'
  const image =
    before?.image ?? (await copyOf(ctx, (isVideo ? medium.thumbnail_url : medium.media_url) ?? medium.thumbnail_url))
  const postedAt = new Date(medium.timestamp)
  if (image === null || Number.isNaN(postedAt.getTime())) return null
  const { permalink = '' } = medium
  return {
    id: medium.id,
    image,
    isVideo,
    caption: takeCharacters(normalizeText(medium.caption), maxInstagramCaptionChars),
    permalink: isWebAddress(permalink) ? permalink : '',
    postedAt: postedAt.toISOString(),
    products: before?.products ?? [],
  }
}

/** Copies a picture, because Instagram's addresses expire after some days. Returns null if that fails. */
async function copyOf(ctx: Ctx, url: string | undefined): Promise<string | null> {
  if (!url) return null
  try {
    const { bytes } = await ctx.web.fetch(url, {
      maxBytes: maxInstagramImageBytes,
      timeoutMs: pictureTimeoutMs,
      accept: ['image/*'],
    })
    const { key } = await saveImage(ctx, ctx.shop.id, bytes)
    return buildImagePath(key)
  } catch (error) {
    if (error instanceof FetchRefused || error instanceof ImageRefused) return null
    throw error
  }
}
