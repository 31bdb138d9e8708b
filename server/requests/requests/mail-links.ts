import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'
import type { Purpose } from '../../core/signing.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'

/** Payload of an email's link: its shop and request. */
interface MailLink {
  shopId: string
  itemId: string
}

/** Review forms stay open for half a year; unsubscribe links never expire. */
const reviewLinkSeconds = 180 * 86_400

/** Builds the signed links of a request email, each for one purpose. */
export function buildMailLinks(ctx: Pick<Ctx, 'origin' | 'signer' | 'shop'>, itemId: string) {
  const link: MailLink = { shopId: ctx.shop.id, itemId }
  const reviewUrl = `${ctx.origin}/r/${ctx.signer.sign('review-form', link, reviewLinkSeconds)}`
  return {
    reviewUrl,
    notArrivedUrl: `${reviewUrl}/later`,
    answerUrl: `${reviewUrl}/amp`,
    unsubscribeUrl: `${ctx.origin}/u/${ctx.signer.sign('unsubscribe', link)}`,
    openUrl: `${ctx.origin}/o/${ctx.signer.sign('open', link)}.gif`,
  }
}

/** Builds the unsubscribe link of an email about an order that is no row of the queue. */
export const buildOrderUnsubscribeUrl = (ctx: Pick<Ctx, 'origin' | 'signer' | 'shop'>, orderId: string): string =>
  `${ctx.origin}/u/${ctx.signer.sign('unsubscribe', { shopId: ctx.shop.id, orderId })}`

/** Builds placeholder links for a preview; they open nothing. */
export function previewLinks(origin: string) {
  return {
    reviewUrl: `${origin}/r/preview`,
    notArrivedUrl: `${origin}/r/preview/later`,
    unsubscribeUrl: `${origin}/u/preview`,
  }
}

export interface LinkHolder {
  ctx: Ctx
  item: QueueItem
  locale: string | null
}

/** Owner of an unsubscribe link: the recipient of a request, or of another email about an order. */
export interface UnsubscribeHolder extends Omit<LinkHolder, 'item'> {
  item: Pick<QueueItem, 'id' | 'customerEmail'>
}

/** Returns the owner of an unsubscribe link; null as `openLink`. */
export async function openUnsubscribeLink(parts: Parts, token: string): Promise<UnsubscribeHolder | null> {
  const { deps, shops, contextOf } = parts
  const link = deps.signer.verify<{ shopId: string; orderId?: string }>('unsubscribe', token)
  if (!link?.orderId) return openLink(parts, 'unsubscribe', token)
  const shop = await shops.findById(link.shopId)
  if (!shop || shop.uninstalledAt) return null
  const ctx = contextOf(shop, { kind: 'shopper' })
  const order = await ctx.db.order.findUnique({
    where: { shopId_id: { shopId: shop.id, id: link.orderId } },
    select: { id: true, email: true, locale: true },
  })
  return (
    order && { ctx, item: { id: order.id, customerEmail: order.email }, locale: order.locale ?? shop.primaryLocale }
  )
}

/** Returns a link's owner. Null if it is forged, expired, for another purpose, or its owner is gone (goal R15). */
export async function openLink(
  { deps, shops, contextOf }: Parts,
  purpose: Purpose,
  token: string,
): Promise<LinkHolder | null> {
  const link = deps.signer.verify<MailLink>(purpose, token)
  if (!link) return null
  const shop = await shops.findById(link.shopId)
  if (!shop || shop.uninstalledAt) return null
  const ctx = contextOf(shop, { kind: 'shopper' })
  const item = await ctx.db.queueItem.findUnique({ where: { shopId_id: { shopId: shop.id, id: link.itemId } } })
  return item && { ctx, item, locale: item.locale ?? shop.primaryLocale }
}
