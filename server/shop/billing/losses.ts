import { LISTED_STATUSES } from '../../../rules/review-status.ts'
import { FEATURES, allows, type Feature, type PlanId } from '../../../rules/plans.ts'
import { featuresLost } from '../../../rules/settings/document.ts'
import { SETTING_KEYS, SETTINGS } from '../../../rules/settings/settings.ts'
import { readPlan, type Ctx } from '../../core/context.ts'
import { readStoredSetting } from '../settings/settings.ts'

/** What a lower plan takes from this shop: a feature, and how often the shop uses it. */
export interface PlanLoss {
  feature: Feature
  count: number
}

/** Counts what the shop uses of a feature; for others, the settings that differ from the defaults. */
const uses: Partial<Record<Feature, (ctx: Ctx) => Promise<number>>> = {
  // Scanned codes only: others may never have been printed.
  qrCode: async ({ db, shop }) => {
    const where = { shopId: shop.id, metric: 'qr.scanned', dimension: 'product' }
    return (await db.fact.groupBy({ by: ['value'], where })).length
  },
  videoReviews: ({ db, shop }) =>
    db.reviewMedia.count({ where: { shopId: shop.id, kind: 'video', review: { status: { in: LISTED_STATUSES } } } }),
  replies: ({ db, shop }) => db.review.count({ where: { shopId: shop.id, replyContent: { not: null } } }),
  recycleBin: ({ db, shop }) => db.review.count({ where: { shopId: shop.id, status: 'deleted' } }),
  pushNotifications: ({ db, shop }) => db.pushSubscription.count({ where: { shopId: shop.id } }),
}

/** Returns the features that the shop uses on its present plan and another one lacks, with the shop's own numbers. */
export async function listLosses(ctx: Ctx, to: PlanId): Promise<PlanLoss[]> {
  const from = readPlan(ctx)
  const counts = new Map<Feature, number>()
  for (const key of SETTING_KEYS)
    for (const feature of featuresLost(SETTINGS[key], await readStoredSetting(ctx, key), to))
      counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const lost = (Object.keys(FEATURES) as Feature[]).filter((feature) => allows(from, feature) && !allows(to, feature))
  const losses = await Promise.all(
    lost.map(async (feature) => ({ feature, count: (await uses[feature]?.(ctx)) ?? counts.get(feature) ?? 0 })),
  )
  return losses.filter(({ count }) => count > 0)
}
