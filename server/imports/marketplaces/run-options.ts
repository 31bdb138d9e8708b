import type { MarketplaceOptions, RunOptions } from '../../../rules/marketplace-options.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import type { MarketplaceId } from './marketplace.ts'
import { SITES } from '../sources/marketplace-source.ts'

export async function generalOptions(
  ctx: Ctx,
  own: RunOptions = {},
): Promise<(id: MarketplaceId) => MarketplaceOptions> {
  const { importOptions, maxReviewImport } = await readSetting(ctx, 'general')
  return (id) => {
    const saved = { reviewer: 'all' as const, ...importOptions[SITES[id].label], maxReviews: maxReviewImport }
    const {
      rating = saved.rating,
      sort = saved.sort,
      photo = saved.photo,
      reviewer = saved.reviewer,
      maxReviews = saved.maxReviews,
    } = own
    return { rating, sort, photo, reviewer, maxReviews }
  }
}
