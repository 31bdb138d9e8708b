import type { Ctx } from '../../core/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { oneLine } from '../mail/mail.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import type { JobEmail } from './job-mail.ts'
import { isUnproven } from './unproven.ts'

const columns = {
  id: true,
  rate: true,
  title: true,
  content: true,
  firstName: true,
  lastName: true,
  email: true,
  status: true,
  origin: true,
  verifiedBy: true,
  emailConfirmedAt: true,
  createdAt: true,
  language: true,
  locale: true,
  orderId: true,
  replyContent: true,
  editRequest: true,
  editRequestedAt: true,
  editRequestId: true,
  product: { select: { title: true, handle: true } },
  customer: { select: { locale: true, firstName: true } },
} satisfies Prisma.ReviewSelect

export type MailedReview = Prisma.ReviewGetPayload<{ select: typeof columns }>

interface ReviewRecipient {
  review: MailedReview
  /** In the language of the customer, else of the page, else of the review, else of the shop. `product` may be the shop. */
  recipient: Pick<JobEmail, 'to' | 'locale' | 'fields' | 'isUnproven'>
  /** Our words in the author's language, which may use `shop`, `product` and `customer`. */
  say: (id: WordId, params?: WordParams) => string
}

/**
 * Loads the reviews of a job with their authors; leaves out deleted ones. `isGuarded`: for an email that a stranger can
 * cause. An address that anyone could type then gets no typed name, and few such emails a day.
 */
export async function loadReviewRecipients(
  ctx: Ctx,
  ids: readonly string[],
  { isGuarded = false }: { isGuarded?: boolean } = {},
): Promise<ReviewRecipient[]> {
  const shopId = ctx.shop.id
  const reviews = await ctx.db.review.findMany({
    where: { shopId, id: { in: [...ids] } },
    select: columns,
    orderBy: { id: 'asc' },
  })
  const orderIds = [...new Set(reviews.flatMap(({ orderId }) => orderId ?? []))]
  const orders = await ctx.db.order.findMany({
    where: { shopId, id: { in: orderIds } },
    select: { id: true, name: true, locale: true },
  })
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  return reviews.map((review) => {
    const order = orderOf.get(review.orderId ?? '')
    const isHidden = isGuarded && isUnproven(review)
    const fields = {
      customer_name: isHidden ? '' : oneLine(review.firstName || (review.customer?.firstName ?? ''), 80),
      product_title: oneLine(review.product?.title ?? ctx.shop.name, 120),
      order_name: oneLine(order?.name ?? '', 40),
      shop_name: oneLine(ctx.shop.name, 80),
    }
    const locale =
      (review.customer?.locale ?? order?.locale ?? review.locale ?? review.language) || ctx.shop.primaryLocale
    const named = {
      shop: fields.shop_name,
      product: fields.product_title,
      customer: fields.customer_name,
      hasName: fields.customer_name ? 'yes' : 'no',
    }
    const to = {
      name: isHidden ? '' : oneLine(`${review.firstName} ${review.lastName}`, 80),
      address: review.email.trim(),
    }
    return {
      review,
      recipient: { to, locale, fields, isUnproven: isHidden },
      say: (id, params = {}) => word(locale, id, { ...named, ...params }),
    }
  })
}
