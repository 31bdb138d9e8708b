import { randomInt } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import {
  codeAlphabet,
  codeChars,
  findDiscountEnd,
  findReward,
  listSendingMethods,
  type DiscountSettings,
  type Reward,
} from '../../../rules/settings/discount.ts'
import { missingScopes } from '../../../rules/scopes.ts'
import { readMailTiming } from '../../../rules/email-delays.ts'
import { countCharacters } from '../../../rules/visible-text.ts'
import { isoDay, startOfDay } from '../../../rules/dates.ts'
import { foldAddress } from '../../core/fold-address.ts'
import { unprovenDiscountsPerDay } from '../../../rules/limits.ts'
import { allows } from '../../../rules/plans.ts'
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
  source: true,
  verifiedBy: true,
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
 * each product and email address earns one. A reviewer who proved nothing gets it by email, a few a day from one network
 * (decision 0071). The row is written first; the platform creates the code later.
 */
export async function offerDiscounts(tx: Ctx, { ids, network }: { ids: string[]; network?: string }): Promise<void> {
  const settings = await readSetting(tx, 'discount')
  if (!settings.enableDiscount || missingScopes(tx.shop.grantedScopes, 'discounts').length > 0) return
  const reviews = await tx.db.review.findMany({ where: { shopId: tx.shop.id, id: { in: ids } }, select: columns })
  for (const review of reviews) {
    const reward = findReward(settings, {
      characters: countCharacters(review.content.trim()),
      media: review._count.media,
    })
    // A code for one customer requires that the platform knows the customer.
    if (reward && (settings.customerEligibility === 'all' || review.customer?.platformId))
      await offer(tx, review, { settings, reward, network: isProven(review) ? undefined : network })
  }
}

/** An order, or a signed-in customer of the platform. A typed address proves nothing. */
const isProven = ({ orderId, verifiedBy, source, customer }: Rewarded): boolean =>
  orderId !== null || verifiedBy !== 'none' || (source === 'customer' && customer?.platformId != null)

/** Returns the keyed hash of a network for today; null when it earned its codes of today. */
async function findNetworkPlace(tx: Ctx, network: string): Promise<string | null> {
  const day = isoDay(tx.now(), tx.shop.ianaTimezone)
  const [, hash = ''] = tx.signer.sign('reviewer', { shopId: tx.shop.id, network, day }).split('.')
  const createdAt = { gte: startOfDay(day, tx.shop.ianaTimezone) }
  const earned = await tx.db.discount.count({ where: { shopId: tx.shop.id, network: hash, createdAt } })
  return earned < unprovenDiscountsPerDay ? hash : null
}

async function offer(
  tx: Ctx,
  review: Rewarded,
  { settings, reward, network }: { settings: DiscountSettings; reward: Reward; network: string | undefined },
): Promise<void> {
  const place = network === undefined ? undefined : await findNetworkPlace(tx, network)
  if (place === null) return
  const productIds = reward.type === 'shipping' ? [] : await findDiscountedProducts(tx, settings)
  if (!productIds) return
  const { discountNotification } = readMailTiming(await readSetting(tx, 'emailTemplates'))
  const ways = listSendingMethods(settings, readPlan(tx))
  // An email proves the address. Without one, the code can only be shown.
  const canProve = discountNotification && allows(readPlan(tx), 'discountEmail') && !isProven(review)
  const mailed = (ways.mailed || canProve) && review.email !== ''
  const shown = (ways.shown && !canProve) || !mailed
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
    network: place ?? null,
    expireDays: settings.expireDiscount,
    state: 'offered' as const,
    createdAt: tx.now(),
    terms: {
      combinesWith: settings.combinations ? settings.listCombines : [],
      platformCustomerId:
        settings.customerEligibility === 'customer_reviewed' ? (review.customer?.platformId ?? null) : null,
      productIds,
    },
  }
  const { count } = await tx.db.discount.createMany({ data: [row], skipDuplicates: true })
  // The order already has its code. Mark this review as incentivized too, since the code may have prompted it.
  await tx.db.review.updateMany({
    where: { shopId: tx.shop.id, id: review.id, incentivized: false },
    data: { incentivized: true, updatedAt: tx.now() },
  })
  if (count === 0) return
  // A code that follows approval starts at publication, so moderation costs none of its days.
  if (ways.mailed || review.status === 'published') await startDiscounts(tx, { reviewId: review.id })
}

/** Returns the platform's ids of the products that codes apply to; [] is the whole order, null: all were deleted. */
async function findDiscountedProducts(
  tx: Ctx,
  { appliesTo, selectedProducts }: DiscountSettings,
): Promise<string[] | null> {
  if (appliesTo === 'order') return []
  const products = await tx.db.product.findMany({
    where: { shopId: tx.shop.id, id: { in: selectedProducts }, deletedAt: null },
    select: { platformId: true },
  })
  return products.length > 0 ? products.map(({ platformId }) => platformId) : null
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
    select: { id: true, expireDays: true, mailed: true },
  })
  const { discountMinutes, discountNotification } = readMailTiming(await readSetting(tx, 'emailTemplates'))
  const startsAt = tx.now()
  for (const { id, expireDays, mailed } of rows) {
    const endsAt = expireDays > 0 ? findDiscountEnd(startsAt, expireDays, tx.shop.ianaTimezone) : null
    const { count } = await tx.db.discount.updateMany({
      where: { shopId: tx.shop.id, id, state: 'offered' },
      data: { state: 'pending', startsAt, endsAt },
    })
    if (count === 0) continue
    await tx.enqueue('discounts.issue', { id })
    const dueAt = new Date(startsAt.getTime() + discountMinutes * 60_000)
    if (mailed && discountNotification)
      await delayMails(tx, [{ key: codeMailKey(id), job: 'mails.discounts', data: { ids: [id] }, dueAt }])
  }
}

const reasonOf = ({ id, orderId, productId, email }: Rewarded): string =>
  orderId ? `order ${orderId}` : email ? `product ${productId} ${foldAddress(email)}` : `review ${id}`

function newCode(prefix: string): string {
  const random = Array.from({ length: codeChars }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return prefix === '' || prefix.endsWith('-') ? prefix + random : `${prefix}-${random}`
}
