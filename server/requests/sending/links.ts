import type { Ctx } from '../../core/context.ts'

/** What a link of a mail carries: the shop and the request it belongs to. */
export interface MailLink {
  shopId: string
  itemId: string
}

/** A form can be filled in for half a year; unsubscribing works for ever. */
const reviewLinkSeconds = 180 * 86_400

/** The signed addresses a request mail carries, each for one purpose. */
export function mailLinks(ctx: Pick<Ctx, 'origin' | 'signer' | 'shop'>, itemId: string) {
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
