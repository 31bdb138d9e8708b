import { discountBlock } from '../../../client/storefront/widgets/forms/discount.ts'
import type { Html } from '../../../client/storefront/widgets/html.ts'
import { writeLongDate } from '../../../rules/dates.ts'
import type { DiscountSettings } from '../../../rules/settings/discount.ts'
import type { Ctx } from '../../core/context.ts'
import type { Discount } from '../../generated/prisma/client.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'
import { word } from '../../core/words/words.ts'
import { formatWorth } from './discounts.ts'
import { issueDiscount } from './issue.ts'

/** Finds a discount by a new review, by an order whose products were reviewed, or by its own id. */
type DiscountLookup = { reviewId: string } | { orderId: string } | { id: string }

interface DiscountLink {
  shopId: string
  id: string
}

/** Returns the discount id of a signed link; null if the link is not of this shop. */
export function readDiscountToken({ signer, shop }: Ctx, token: string): string | null {
  const link = signer.verify<DiscountLink>('discount', token)
  return link?.shopId === shop.id ? link.id : null
}

/** Signs a discount's id for a link, which is valid as long as the secret. */
export const signDiscountToken = ({ signer, shop }: Ctx, id: string): string =>
  signer.sign('discount', { shopId: shop.id, id })

async function findDiscount(ctx: Ctx, thanked: DiscountLookup): Promise<Discount | null> {
  const shopId = ctx.shop.id
  if ('id' in thanked) return ctx.db.discount.findFirst({ where: { shopId, id: thanked.id } })
  return ctx.db.discount.findFirst({
    where:
      'reviewId' in thanked ? { shopId, reviewId: thanked.reviewId } : { shopId, reason: `order ${thanked.orderId}` },
  })
}

/** Renders the discount that a review earned, for the thank-you page; null without one. */
export async function renderDiscountBlock(
  ctx: Ctx,
  thanked: DiscountLookup,
  locale: string | null,
): Promise<{ id: string; block: Html } | null> {
  const row = await findDiscount(ctx, thanked)
  if (!row) return null
  const settings = await readBrandedSetting(ctx, 'discount')
  const review = await ctx.db.review.findFirst({
    where: { shopId: ctx.shop.id, id: row.reviewId },
    select: { publishedAt: true, _count: { select: { media: true } } },
  })
  const say = (text: string) => discountBlock({ text, colours: settings.colours })
  const { id } = row
  if (row.state === 'withdrawn') return { id, block: say(word(locale, 'discount.gone')) }
  if (row.state === 'redeemed') return { id, block: say(word(locale, 'discount.used')) }
  if (!row.shown) return { id, block: say(word(locale, 'discount.mailed')) }
  const link = { url: `${ctx.origin}/d/${signDiscountToken(ctx, id)}`, label: word(locale, 'discount.keep') }
  if (row.state === 'offered' || !review?.publishedAt)
    return { id, block: discountBlock({ text: word(locale, 'discount.waiting'), link, colours: settings.colours }) }
  const made = await issueDiscount(ctx, id).catch((error: unknown) => {
    ctx.log.warn({ err: error, shopId: ctx.shop.id, discountId: id }, 'a discount code that is not made yet')
    return null
  })
  if (made?.state !== 'issued')
    return { id, block: discountBlock({ text: word(locale, 'discount.soon'), link, colours: settings.colours }) }
  if (made.endsAt && made.endsAt < ctx.now()) return { id, block: say(word(locale, 'discount.gone')) }
  const date = made.endsAt && writeLongDate(made.endsAt, { locale: locale ?? 'en', timeZone: ctx.shop.ianaTimezone })
  return {
    id,
    block: discountBlock({
      text: contentOf(settings, review._count.media) || word(locale, 'discount.thanks'),
      worth: formatWorth(made, locale),
      code: made.code,
      copy: { label: word(locale, 'discount.copy'), done: word(locale, 'discount.copied') },
      use: { url: ctx.platform.discountUrl(ctx.shop, made.code), label: word(locale, 'discount.use') },
      ...(date && { note: word(locale, 'discount.until', { date }) }),
      link,
      colours: settings.colours,
    }),
  }
}

function contentOf(
  { typeDiscount, photoRequired, contentDiscount, contentPhotoDiscount, contentTextDiscount }: DiscountSettings,
  media: number,
): string {
  if (typeDiscount === 'all') return contentDiscount
  return media >= photoRequired ? contentPhotoDiscount : contentTextDiscount
}
