import { formatCustomerName } from '../../rules/author-name.ts'
import { dateWriter } from '../../rules/dates.ts'
import { maxReviewContentChars, maxReviewImageBytes, maxReviewImages } from '../../rules/limits.ts'
import type { GeneralSettings } from '../../rules/settings/general.ts'
import type { ReviewBoxSettings } from '../../rules/settings/review-box.ts'
import type { BoxView } from '../../client/storefront/widgets/box.ts'
import type { FormView } from '../../client/storefront/widgets/form.ts'
import type { Say, ShownReview } from '../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../context.ts'
import { imageKey } from '../files/images.ts'
import { readSetting } from '../settings/settings.ts'
import { textDirection, word } from '../words/words.ts'
import type { PageChoice } from './choice.ts'
import type { ProductPage, PublicReview } from './product-page.ts'

/** What the shop has decided about its storefront, and its language. */
export interface Manner {
  settings: ReviewBoxSettings
  general: GeneralSettings
  locale: string
  say: Say
}

/** Reads the settings; both documents are kept in the process. */
export async function mannerOf(ctx: Ctx): Promise<Manner> {
  const [settings, general] = [await readSetting(ctx, 'reviewBox'), await readSetting(ctx, 'general')]
  const locale = ctx.shop.primaryLocale
  return { settings, general, locale, say: (id, params) => word(locale, id, params) }
}

/** Reviews as the shop shows them: names shortened, days written in its way and zone. */
export function shownReviews(ctx: Ctx, { settings, general, locale }: Manner, reviews: readonly PublicReview[]): ShownReview[] {
  const write = dateWriter({ format: settings.dateFormat, locale, timeZone: ctx.shop.ianaTimezone, now: ctx.now() })
  const day = (ms: number) => (general.hideReviewDate ? '' : write(new Date(ms)))
  return reviews.map((review) => shownReview(ctx, review, { day, nameFormat: settings.formatCustomerName }))
}

function shownReview(
  ctx: Ctx, review: PublicReview, { day, nameFormat }: { day: (ms: number) => string; nameFormat: ReviewBoxSettings['formatCustomerName'] },
): ShownReview {
  const { id, title, content, rate, incentivized, replyContent, repliedMs, createdMs } = review
  return {
    id, title, content, rate, incentivized,
    author: formatCustomerName(review, nameFormat),
    createdAt: new Date(createdMs).toISOString(),
    date: day(createdMs),
    verified: review.verifiedBy === 'order' ? 'order' : review.verifiedBy === 'merchant' ? 'shop' : null,
    media: review.media.map(({ key, width, height }) => ({
      url: ctx.files.url(imageKey(key, 'large')), thumb: ctx.files.url(imageKey(key, 'small')), width, height,
    })),
    reply: replyContent === null || repliedMs === null
      ? null
      : { content: replyContent, createdAt: new Date(repliedMs).toISOString(), date: day(repliedMs) },
  }
}

/** Address of a product under the public storefront routes. */
export const productAddress = (ctx: Ctx, handle: string): string =>
  `${ctx.origin}/storefront/${ctx.shop.shopifyDomain}/products/${encodeURIComponent(handle)}`

/** The form's fixed parts: where it goes and what it takes. */
export function formOf(ctx: Ctx, handle: string): Omit<FormView, 'say' | 'requiredName' | 'requiredEmail'> {
  return {
    action: `${productAddress(ctx, handle)}/reviews`,
    maxPhotos: maxReviewImages,
    maxMegabytes: maxReviewImageBytes / (1024 * 1024),
    maxChars: maxReviewContentChars,
  }
}

/** Everything the box's template wants. */
export function boxView(ctx: Ctx, manner: Manner, { page, choice }: { page: ProductPage; choice: PageChoice }): BoxView {
  const { settings, general, locale, say } = manner
  return {
    summary: page.summary,
    reviews: shownReviews(ctx, manner, page.reviews),
    choice, next: page.next, settings, say, locale,
    direction: general.isRtlStore ? 'rtl' : textDirection(locale),
    shopName: ctx.shop.name,
    source: `${productAddress(ctx, page.product.handle)}/box`,
    form: formOf(ctx, page.product.handle),
  }
}
