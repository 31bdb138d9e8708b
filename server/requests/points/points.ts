import { v7 as uuidv7 } from 'uuid'
import type { MessageCode } from '../../../rules/messages.ts'
import { findPoints } from '../../../rules/settings/joy.ts'
import type { Ctx } from '../../core/context.ts'
import type { PointsAward, Prisma } from '../../generated/prisma/client.ts'
import type { DeliveryPayload } from '../../shop/integrations/integration.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { isProven } from '../discounts/offer.ts'

const columns = {
  id: true,
  email: true,
  orderId: true,
  productId: true,
  customerId: true,
  verifiedBy: true,
  source: true,
  customer: { select: { platformId: true } },
  _count: { select: { media: true } },
} satisfies Prisma.ReviewSelect
type Rewarded = Prisma.ReviewGetPayload<{ select: typeof columns }>

/** An order earns points once, as it earns one code; ids only, so that nothing personal stays after an erasure. */
const reasonOf = ({ id, orderId, productId, customerId }: Rewarded): string =>
  orderId ? `order ${orderId}` : customerId ? `product ${String(productId)} ${customerId}` : `review ${id}`

/**
 * Writes the points that new reviews earn, and marks these reviews as incentivized. Only reviewers who proved who they
 * are earn points, as Joy knows them by their address. Returns the payloads of those that are published already.
 */
export async function offerPoints(tx: Ctx, { ids }: { ids: string[] }): Promise<DeliveryPayload[]> {
  const settings = await readSetting(tx, 'joy')
  if (!settings.enableReviewDiscount) return []
  const shopId = tx.shop.id
  const reviews = await tx.db.review.findMany({ where: { shopId, id: { in: ids } }, select: columns })
  for (const review of reviews) {
    const points = findPoints(settings, { media: review._count.media })
    if (points === null || review.email === '' || !isProven(review)) continue
    const kind = review._count.media > 0 ? 'photo' : 'any'
    const row = { ...{ shopId, id: uuidv7(), reviewId: review.id }, reason: reasonOf(review), kind, points }
    await tx.db.pointsAward.createMany({ data: [{ ...row, createdAt: tx.now() }], skipDuplicates: true })
    // The order already has its points. They may have prompted this review, too.
    await tx.db.review.updateMany({ where: { shopId, id: review.id }, data: { incentivized: true } })
  }
  return releasePoints(tx, { reviewId: { in: ids } })
}

/**
 * Writes what a photo adds to the points of a review whose author adds one later, as promised.
 * Returns the payloads of published reviews.
 */
export async function offerPhotoPoints(tx: Ctx, { ids }: { ids: string[] }): Promise<DeliveryPayload[]> {
  const shopId = tx.shop.id
  const whole = findPoints(await readSetting(tx, 'joy'), { media: 1 })
  if (whole === null) return []
  const plain = await tx.db.pointsAward.findMany({
    where: { shopId, reviewId: { in: ids }, kind: 'any', points: { lt: whole } },
    select: { reviewId: true, points: true },
  })
  if (plain.length === 0) return []
  const media = await tx.db.reviewMedia.findMany({
    where: { shopId, reviewId: { in: plain.map(({ reviewId }) => reviewId) }, hidden: false },
    select: { reviewId: true },
    distinct: ['reviewId'],
  })
  const reviewIds = media.map(({ reviewId }) => reviewId)
  const rows = plain
    .filter(({ reviewId }) => reviewIds.includes(reviewId))
    .map(({ reviewId, points }) => ({
      ...{ shopId, id: uuidv7(), reviewId, kind: 'photo' },
      reason: `photo ${reviewId}`,
      points: whole - points,
      createdAt: tx.now(),
    }))
  await tx.db.pointsAward.createMany({ data: rows, skipDuplicates: true })
  return releasePoints(tx, { reviewId: { in: reviewIds } })
}

/** Returns the payloads of offered points whose reviews are published. Points never depend on stars. */
export async function releasePoints(tx: Ctx, of: Prisma.PointsAwardWhereInput): Promise<DeliveryPayload[]> {
  const shopId = tx.shop.id
  const offered = await tx.db.pointsAward.findMany({
    where: { shopId, state: 'offered', ...of },
    select: { id: true, reviewId: true },
  })
  if (offered.length === 0) return []
  const published = await tx.db.review.findMany({
    where: { shopId, id: { in: offered.map(({ reviewId }) => reviewId) }, status: 'published' },
    select: { id: true },
  })
  const isPublished = new Set(published.map(({ id }) => id))
  const due = await tx.db.pointsAward.updateManyAndReturn({
    where: {
      shopId,
      state: 'offered',
      id: { in: offered.filter(({ reviewId }) => isPublished.has(reviewId)).map(({ id }) => id) },
    },
    data: { state: 'waiting' },
    select: { id: true },
  })
  return due.map(({ id }) => ({ awardId: id }))
}

/** Points that are due, and whose. Null if the review or its address is gone. */
export async function readDuePoints(
  { db, shop }: Ctx,
  awardId: string,
): Promise<(Pick<PointsAward, 'id' | 'points' | 'reviewId'> & { email: string }) | null> {
  const award = await db.pointsAward.findUnique({ where: { shopId_id: { shopId: shop.id, id: awardId } } })
  if (award?.state !== 'waiting') return null
  const review = await db.review.findUnique({
    where: { shopId_id: { shopId: shop.id, id: award.reviewId } },
    select: { email: true },
  })
  return review?.email ? { ...award, email: review.email } : null
}

/** Records that points were given, or not. Without a connection they wait for the next one. */
export async function settlePoints(tx: Ctx, awardId: string, problem: MessageCode | null): Promise<void> {
  const state = problem === null ? 'given' : problem === 'integrationNotConnected' ? 'offered' : 'failed'
  await tx.db.pointsAward.updateMany({
    where: { shopId: tx.shop.id, id: awardId, state: 'waiting' },
    data: { state, finishedAt: state === 'offered' ? null : tx.now() },
  })
}

/** Makes failed points due again, with those that waited for a connection. Returns their payloads. */
export async function retryPoints(tx: Ctx): Promise<DeliveryPayload[]> {
  await tx.db.pointsAward.updateMany({
    where: { shopId: tx.shop.id, state: 'failed' },
    data: { state: 'offered', finishedAt: null },
  })
  return releasePoints(tx, {})
}

export interface PointsTotals {
  /** Sum of the points that Joy accepted. */
  given: number
  /** Reviews whose points wait for publication or for Joy. */
  waiting: number
  /** Reviews whose points Joy refused. */
  failed: number
}

export async function readPointsTotals({ db, shop }: Ctx): Promise<PointsTotals> {
  const rows = await db.pointsAward.groupBy({
    by: ['state'],
    where: { shopId: shop.id },
    _count: true,
    _sum: { points: true },
  })
  const count = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { _count }) => sum + _count, 0)
  return {
    given: rows.find(({ state }) => state === 'given')?._sum.points ?? 0,
    waiting: count('offered', 'waiting'),
    failed: count('failed'),
  }
}
