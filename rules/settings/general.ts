import { z } from 'zod'
import { defaultMarketplaceImportReviews, maxRate, minRate, trashDaysChoices } from '../limits.ts'
import { importOptions, maxReviewImport } from '../marketplace-options.ts'
import { flag, oneOf, wholeNumber } from '../validation.ts'

export const ELIGIBILITIES = ['everyone', 'logged_in_users', 'verified_buyers'] as const
export type Eligibility = (typeof ELIGIBILITIES)[number]

/** General setting (spec 3). */
export const generalSchema = z.object({
  /** Shoppers' reviews are published at once from `autoPublishThreshold` stars; the rest stays pending. */
  autoSubmitPublish: flag,
  autoPublishThreshold: wholeNumber(minRate, maxRate),
  /** Reviews that a rule left pending are published after 14 days (spec 9). Off: moderation is fully manual. */
  autoPublishPending: flag,
  /** A review with at most this many stars is a negative one. */
  negativeReviewThreshold: wholeNumber(minRate, maxRate),
  /** Who may write reviews (spec 6). */
  eligibility: oneOf(ELIGIBILITIES),
  /** Deleted reviews go to the recycle bin first. */
  isTrashFeatureEnabled: flag,
  /** The recycle bin empties itself after `deleteAfterDays`. */
  enableTrashReview: flag,
  deleteAfterDays: z.literal(trashDaysChoices, { error: 'valueInvalid' }),
  hideReviewDate: flag,
  enableCountryFlag: flag,
  /** Structured data for search engines: of each review's product, and the aggregate of the whole shop. */
  richSnippets: flag,
  enableAggregateRating: flag,
  enableUGCContent: flag,
  autoTranslate: flag,
  isUsingPresetV2: flag,
  isInfiniteScrollingBlockAll: flag,
  enableGGTopQuality: flag,
  positionGGTopQuality: oneOf(['bottomLeft', 'bottomRight']),
  hideProductDetailOnSeeMore: flag,
  isRtlStore: flag,
  maxReviewImport,
  importOptions,
})
export type GeneralSettings = z.infer<typeof generalSchema>

const anyReview = { rating: 'all', sort: 'recent', photo: 'all' } as const

export const GENERAL_DEFAULTS: GeneralSettings = {
  autoSubmitPublish: true,
  autoPublishThreshold: 1,
  autoPublishPending: true,
  negativeReviewThreshold: 2,
  eligibility: 'everyone',
  isTrashFeatureEnabled: true,
  enableTrashReview: true,
  deleteAfterDays: 30,
  hideReviewDate: false,
  enableCountryFlag: false,
  richSnippets: true,
  enableAggregateRating: true,
  enableUGCContent: false,
  autoTranslate: false,
  isUsingPresetV2: true,
  isInfiniteScrollingBlockAll: false,
  enableGGTopQuality: false,
  positionGGTopQuality: 'bottomRight',
  hideProductDetailOnSeeMore: false,
  isRtlStore: false,
  maxReviewImport: defaultMarketplaceImportReviews,
  importOptions: {
    amazon: { ...anyReview, reviewer: 'all' },
    cjdropshipping: anyReview,
    aliexpress: anyReview,
    shopee: anyReview,
  },
}

export const GENERAL_GATED = {
  isTrashFeatureEnabled: 'recycleBin',
  enableTrashReview: 'recycleBin',
  deleteAfterDays: 'recycleBin',
  enableUGCContent: 'ugc',
  autoTranslate: 'translatedContent',
} as const
