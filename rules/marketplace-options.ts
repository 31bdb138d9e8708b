import { z } from 'zod'
import { defaultMarketplaceImportReviews, maxMarketplaceImportReviews, minMarketplaceImportReviews } from './limits.ts'
import { oneOf, part, wholeNumber } from './validation.ts'

/** Minimum rating of an import or a widget (spec 9): all, five stars, four and five. */
export const MINIMUM_RATINGS = ['all', 'five', 'fourFive'] as const
export const IMPORT_SORTS = ['recent', 'helpful'] as const
export const IMPORT_PHOTOS = ['all', 'withPhoto'] as const
export const IMPORT_REVIEWERS = ['all', 'verified'] as const

const importOption = {
  rating: oneOf(MINIMUM_RATINGS, 'ImportRating').describe('Which ratings to import.'),
  sort: oneOf(IMPORT_SORTS, 'ImportSort').describe('Which reviews come first.'),
  photo: oneOf(IMPORT_PHOTOS, 'ImportPhoto').describe('Whether to import only reviews with photos.'),
}
const reviewer = oneOf(IMPORT_REVIEWERS, 'ImportReviewer').describe('Whether to import only verified purchases.')
const sourceOptions = part(importOption).meta({ title: 'ImportSourceOptions' })

export const maxReviewImport = wholeNumber(minMarketplaceImportReviews, maxMarketplaceImportReviews)

/** Import options per source in the general setting (spec 3). */
export const importOptions = part({
  amazon: part({ ...importOption, reviewer })
    .meta({ title: 'ImportAmazonOptions' })
    .describe('Amazon.'),
  cjdropshipping: sourceOptions.describe('CJDropshipping.'),
  aliexpress: sourceOptions.describe('AliExpress.'),
  shopee: sourceOptions.describe('Shopee.'),
}).meta({ title: 'ImportOptions' })

/** Options of one run; the general setting supplies missing ones. `reviewer` applies to Amazon only. */
export const runOptionsSchema = z.object({ ...importOption, reviewer, maxReviews: maxReviewImport }).partial()
export type RunOptions = z.output<typeof runOptionsSchema>

export interface MarketplaceOptions {
  rating: (typeof MINIMUM_RATINGS)[number]
  sort: (typeof IMPORT_SORTS)[number]
  photo: (typeof IMPORT_PHOTOS)[number]
  reviewer: (typeof IMPORT_REVIEWERS)[number]
  maxReviews: number
}

export const DEFAULT_MARKETPLACE_OPTIONS: MarketplaceOptions = {
  rating: 'all',
  sort: 'recent',
  photo: 'all',
  reviewer: 'all',
  maxReviews: defaultMarketplaceImportReviews,
}

export const isRatingWanted = (rate: number, { rating }: Pick<MarketplaceOptions, 'rating'>): boolean =>
  rating === 'all' || rate === 5 || (rating === 'fourFive' && rate === 4)
