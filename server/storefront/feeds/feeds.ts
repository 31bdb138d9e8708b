import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotFound } from '../../core/errors.ts'
import type { Signer } from '../../core/signing.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { feedReviews } from './feed-reviews.ts'
import { googleFeed } from './google-feed.ts'
import { metaFeed } from './meta-feed.ts'

const FEEDS = ['google', 'meta'] as const
type Feed = (typeof FEEDS)[number]

const endings: Readonly<Record<Feed, string>> = { google: 'xml', meta: 'csv' }

/** Addresses for other services. Valid until the merchant creates new ones. */
export type FeedAddresses = Readonly<Record<Feed, string>>

interface FeedToken {
  shopId: string
  feed: Feed
  version: number
}

/** Returns the addresses of the review feeds. Anyone with an address can read its feed. */
export function buildFeedAddresses({ shop, signer, origin }: Ctx): FeedAddresses {
  const addressOf = (feed: Feed) =>
    `${origin}/feeds/${feed}/${signer.sign('feed', { shopId: shop.id, feed, version: shop.feedsVersion } satisfies FeedToken)}.${endings[feed]}`
  return { google: addressOf('google'), meta: addressOf('meta') }
}

/** When another service last fetched each feed; null: never. */
export type FeedReads = Readonly<Record<Feed, Date | null>>

export async function readFeedReads({ db, shop }: Ctx): Promise<FeedReads> {
  const row = await db.shop.findUniqueOrThrow({
    where: { id: shop.id },
    select: { googleFeedReadAt: true, metaFeedReadAt: true },
  })
  return { google: row.googleFeedReadAt, meta: row.metaFeedReadAt }
}

/** Records that a service fetches a feed now. */
export async function recordFeedRead({ db, shop, now }: Ctx, feed: Feed): Promise<void> {
  await db.shop.updateMany({ where: { id: shop.id }, data: { [`${feed}FeedReadAt`]: now() } })
}

/** Creates new addresses. The old ones stop working. */
export async function renewFeeds(ctx: Ctx): Promise<FeedAddresses> {
  const shop = await inTransaction(ctx, async (tx) => {
    const row = await tx.db.shop.update({ where: { id: tx.shop.id }, data: { feedsVersion: { increment: 1 } } })
    tx.publish('shop', row.id)
    return row
  })
  Object.assign(ctx.shop, shop)
  return buildFeedAddresses(ctx)
}

/** Returns the feed and shop of an address; null if forged or malformed. */
export function readFeedAddress(signer: Signer, { feed, file }: { feed: string; file: string }): FeedToken | null {
  const known = FEEDS.find((name) => name === feed)
  if (!known || !file.endsWith(`.${endings[known]}`)) return null
  const token = signer.verify<FeedToken>('feed', file.slice(0, -endings[known].length - 1))
  return token?.feed === known ? token : null
}

/** Whether an address is current and the shop shows its reviews. */
export const isFeedOpen = (shop: Shop, { version }: FeedToken): boolean =>
  shop.feedsVersion === version && shop.uninstalledAt === null && shop.appStatus

interface OpenFeed {
  contentType: string
  /** The file in pieces; one batch of reviews is in memory at a time. */
  chunks: AsyncGenerator<string>
}

/** Opens a feed of the shop's reviews. @throws NotFound for a shop without feeds */
export function openFeed(ctx: Ctx, feed: Feed): OpenFeed {
  if (ctx.shop.uninstalledAt !== null) throw new NotFound()
  const reviews = feedReviews(ctx)
  return feed === 'google'
    ? { contentType: 'application/xml; charset=utf-8', chunks: googleFeed(ctx, reviews) }
    : { contentType: 'text/csv; charset=utf-8', chunks: metaFeed(ctx, reviews) }
}
