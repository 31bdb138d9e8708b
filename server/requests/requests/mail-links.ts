import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'
import type { Purpose } from '../../core/signing.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'

/** What a link of a mail carries: the shop and the request it belongs to. */
export interface MailLink {
  shopId: string
  itemId: string
}

/** A form can be filled in for half a year; unsubscribing works for ever. */
const reviewLinkSeconds = 180 * 86_400

/** The signed addresses a request mail carries, each for one purpose. */
export function buildMailLinks(ctx: Pick<Ctx, 'origin' | 'signer' | 'shop'>, itemId: string) {
  const link: MailLink = { shopId: ctx.shop.id, itemId }
  const reviewUrl = `${ctx.origin}/r/${ctx.signer.sign('review-form', link, reviewLinkSeconds)}`
  return {
    reviewUrl,
    notArrivedUrl: `${reviewUrl}/later`,
    /** Where the forms of the AMP part are sent. */
    answerUrl: `${reviewUrl}/amp`,
    unsubscribeUrl: `${ctx.origin}/u/${ctx.signer.sign('unsubscribe', link)}`,
    openUrl: `${ctx.origin}/o/${ctx.signer.sign('open', link)}.gif`,
  }
}

/** Stand-ins for a preview: they open nothing. */
export function previewLinks(origin: string) {
  return {
    reviewUrl: `${origin}/r/preview`,
    notArrivedUrl: `${origin}/r/preview/later`,
    unsubscribeUrl: `${origin}/u/preview`,
  }
}

/** Whom a link of a mail was made for. */
export interface LinkHolder {
  ctx: Ctx
  item: QueueItem
  locale: string | null
}

/** The holder of a signed link, or null: forged, of another purpose, expired, or its shop or request is gone (goal R15). */
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
