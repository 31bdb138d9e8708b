import { randomInt } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import {
  codeAlphabet,
  codeChars,
  findReward,
  listSendingMethods,
  type DiscountSettings,
  type Reward,
} from '../../../rules/settings/discount.ts'
import { readMailTiming } from '../../../rules/email-delays.ts'
import { countCharacters } from '../../../rules/visible-text.ts'
import { dayMs } from '../../../rules/dates.ts'
import { readPlan, type Ctx } from '../../core/context.ts'
import { delayMails } from '../delayed-mails/delayed-mails.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readSetting } from '../../shop/settings/settings.ts'

const columns = {
  id: true,
  content: true,
  status: true,
  email: true,
  orderId: true,
  customerId: true,
  productId: true,
  customer: { select: { platformId: true } },
  _count: { select: { media: true } },
} satisfies Prisma.ReviewSelect
type Rewarded = Prisma.ReviewGetPayload<{ select: typeof columns }>

/** Keys of the delayed mails: the code's email, and the reminder before it expires. */
export const codeMailKey = (id: string): string => `discount ${id}`
export const expiryMailKey = (id: string): string => `discount-expiry ${id}`

/**
 * Listener: creates codes for reviews that earn one. An order earns one code for all its reviews; without an order,
 * each product and email address earns one. The row is written first; the platform creates the code later, with
 * retries.
 */
export async function offerDiscounts(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const settings = await readSetting(tx, 'discount')
  if (!settings.enableDiscount) return
  const reviews = await tx.db.review.findMany({ where: { shopId: tx.shop.id, id: { in: ids } }, select: columns })
  for (const review of reviews) {
    const reward = findReward(settings, {
      characters: countCharacters(review.content.trim()),
      media: review._count.media,
    })
    // A code for one customer requires that the platform knows the customer.
    if (reward && (settings.customerEligibility === 'all' || review.customer?.platformId))
      await offer(tx, review, { settings, reward })
  }
}

async function offer(
  tx: Ctx,
  review: Rewarded,
  { settings, reward }: { settings: DiscountSettings; reward: Reward },
): Promise<void> {
  const ways = listSendingMethods(settings, readPlan(tx))
  // Without an email address the code can only be shown.
  const mailed = ways.mailed && review.email !== ''
  const shown = ways.shown || !mailed
  const row = {
    shopId: tx.shop.id,
    id: uuidv7(),
    reason: reasonOf(review),
    reviewId: review.id,
    orderId: review.orderId,
    customerId: review.customerId,
    email: review.email,
    code: newCode(settings.discountCodePrefix),
    ...reward,
    currency: tx.shop.currency,
    shown,
    mailed,
    expireDays: settings.expireDiscount,
    state: 'offered' as const,
    createdAt: tx.now(),
    terms: {
      combinesWith: settings.combinations ? settings.listCombines : [],
      platformCustomerId:
        settings.customerEligibility === 'customer_reviewed' ? (review.customer?.platformId ?? null) : null,
    },
  }
  const { count } = await tx.db.discount.createMany({ data: [row], skipDuplicates: true })
  // The order already has its code. Mark this review as incentivized too, since the code may have prompted it.
  await tx.db.review.updateMany({ where: { shopId: tx.shop.id, id: review.id }, data: { incentivized: true } })
  if (count === 0) return
  if (mailed) {
    const { discountMinutes, discountNotification } = readMailTiming(await readSetting(tx, 'emailTemplates'))
    const dueAt = new Date(tx.now().getTime() + discountMinutes * 60_000)
    if (discountNotification)
      await delayMails(tx, [{ key: codeMailKey(row.id), job: 'mails.discounts', data: { ids: [row.id] }, dueAt }])
  }
  // A code that is only shown starts at publication, so moderation costs none of its days.
  if (mailed || review.status === 'published') await startDiscounts(tx, { reviewId: review.id })
}

/** Listener: starts codes that waited for their review's publication. */
export async function startPublishedDiscounts(
  tx: Ctx,
  { ids, imported }: { ids: string[]; imported?: true },
): Promise<void> {
  if (!imported) await startDiscounts(tx, { reviewId: { in: ids } })
}

/** Starts codes: queues the jobs that create them at the platform. */
async function startDiscounts(tx: Ctx, which: { reviewId: string | { in: string[] } }): Promise<void> {
  const rows = await tx.db.discount.findMany({
    where: { shopId: tx.shop.id, state: 'offered', ...which },
    select: { id: true, expireDays: true },
  })
  for (const { id, expireDays } of rows) {
    const startsAt = tx.now()
    const endsAt = expireDays > 0 ? new Date(startsAt.getTime() + expireDays * dayMs) : null
    const { count } = await tx.db.discount.updateMany({
      where: { shopId: tx.shop.id, id, state: 'offered' },
      data: { state: 'pending', startsAt, endsAt },
    })
    if (count > 0) await tx.enqueue('discounts.issue', { id })
  }
}

const reasonOf = ({ id, orderId, productId, email }: Rewarded): string =>
  orderId ? `order ${orderId}` : email ? `product ${productId} ${email.toLowerCase()}` : `review ${id}`

function newCode(prefix: string): string {
  const random = Array.from({ length: codeChars }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return prefix === '' || prefix.endsWith('-') ? prefix + random : `${prefix}-${random}`
}
