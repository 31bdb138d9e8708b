import { LRUCache } from 'lru-cache'
import { topQualityCounted, topQualityRating, topQualityReviews } from '../../../rules/limits.ts'
import { allows } from '../../../rules/plans.ts'
import type { GeneralSettings } from '../../../rules/settings/general.ts'
import type { BoxSwitches } from '../../../client/storefront/widgets/box/box-style.ts'
import type { TopQuality } from '../../../client/storefront/widgets/box/top-quality.ts'
import { readPlan, type Ctx } from '../../core/context.ts'
import { readForShopper } from '../../core/database/read-for-shopper.ts'

/** Returns the general settings' switches of the review box that the plan includes. */
export async function readBoxSwitches(ctx: Ctx, general: GeneralSettings): Promise<BoxSwitches> {
  return {
    newest: general.isUsingPresetV2,
    content: general.enableUGCContent && allows(readPlan(ctx), 'ugc'),
    endless: general.isInfiniteScrollingBlockAll,
    lean: general.hideProductDetailOnSeeMore,
    topQuality: general.enableGGTopQuality ? await topQualityOf(ctx, general.positionGGTopQuality) : null,
  }
}

interface Proven {
  count: number
  average: number
}

/** Cached for a minute, because the badge needn't follow each review. */
const proven = new LRUCache<string, Proven>({ max: 10_000, ttl: 60_000 })

async function topQualityOf(ctx: Ctx, position: TopQuality['position']): Promise<TopQuality | null> {
  const key = ctx.shop.id
  let found = proven.get(key)
  if (!found) proven.set(key, (found = await readProven(ctx)))
  const { count, average } = found
  return count >= topQualityReviews && average >= topQualityRating ? { count, average, position } : null
}

/** Reads the shop's newest order-proven reviews along Review_order_verified_idx. */
async function readProven(ctx: Ctx): Promise<Proven> {
  const text = `select count(*)::int, coalesce(round(avg(rate), 2), 0)::float8 from (
    select rate from "Review" where "shopId" = $1::uuid and "verifiedBy" = 'order' and status = 'published' order by "createdAt" desc limit ${topQualityCounted}) newest`
  const [[count, average] = [0, 0]] = (await readForShopper(ctx, { text, values: [ctx.shop.id] })) as [number, number][]
  return { count, average }
}
