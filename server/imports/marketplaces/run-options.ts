import type { RunOptions } from '../../../rules/marketplace-options.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { MARKETPLACES, type OptionsBySite } from './marketplace.ts'
import { SITES } from '../sources/marketplace-source.ts'

/** Returns each marketplace's options: those of the run, else the general setting. */
export async function readMarketplaceOptions(ctx: Ctx, own: RunOptions = {}): Promise<OptionsBySite> {
  const { importOptions, maxReviewImport } = await readSetting(ctx, 'general')
  const optionsOf = (id: keyof OptionsBySite) => {
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
  return Object.fromEntries(MARKETPLACES.map((id) => [id, optionsOf(id)])) as OptionsBySite
}
