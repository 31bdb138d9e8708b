import { z } from 'zod'
import {
  defaultMarketplaceImportReviews,
  maxMarketplaceImportReviews,
  maxRate,
  minMarketplaceImportReviews,
  minRate,
  trashDaysChoices,
} from '../limits.ts'
import { importOptions, maxReviewImport } from '../marketplace-options.ts'
import { flag, oneOf, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'

const ELIGIBILITIES = ['everyone', 'logged_in_users', 'verified_buyers'] as const
export type Eligibility = (typeof ELIGIBILITIES)[number]

const schema = z
  .object({
    autoSubmitPublish: flag.describe(
      'Publishes shoppers’ reviews at once from autoPublishThreshold stars. Other reviews stay pending.',
    ),
    autoPublishThreshold: wholeNumber(minRate, maxRate).describe('Stars from which a new review is published at once.'),
    autoPublishPending: flag.describe(
      'Publishes reviews that a rule left pending after 14 days. Off: moderation is fully manual.',
    ),
    negativeReviewThreshold: wholeNumber(minRate, maxRate).describe(
      'Stars at or below which a review is negative. The same number as negativeReview of emailSetting.',
    ),
    eligibility: oneOf(ELIGIBILITIES, 'Eligibility').describe('Who may write reviews.'),
    isTrashFeatureEnabled: flag.describe('Deleted reviews go to the recycle bin first.'),
    enableTrashReview: flag.describe('The recycle bin empties itself after deleteAfterDays.'),
    deleteAfterDays: z
      .literal(trashDaysChoices, { error: 'valueInvalid' })
      .describe('Days that a review stays in the recycle bin.'),
    hideReviewDate: flag.describe('Hides the dates of reviews and replies on the storefront.'),
    enableCountryFlag: flag.describe('Shows the flag of the reviewer’s country on the storefront.'),
    richSnippets: flag.describe('Adds structured data for search engines to product pages.'),
    enableAggregateRating: flag.describe('Includes the average rating in the structured data.'),
    richSnippetProduct: flag.describe(
      'Adds price, brand, SKU and GTIN to the structured data: for themes that have no product markup of their own.',
    ),
    enableUGCContent: flag.describe(
      'Reviews with shoppers’ photos come first, each with its photos large above the text.',
    ),
    autoTranslate: flag.describe('Translates new published reviews, if a translation service is connected.'),
    isUsingPresetV2: flag.describe('The review box has the newest design. Off: that of designPreset.'),
    isInfiniteScrollingBlockAll: flag.describe('Further reviews appear when a shopper comes to the end of the list.'),
    enableGGTopQuality: flag.describe(
      'Shows a badge in a corner of product pages, from 10 order-proven reviews with an average of 4 stars or more.',
    ),
    positionGGTopQuality: oneOf(['bottomLeft', 'bottomRight'], 'BadgePosition').describe('The corner of that badge.'),
    hideProductDetailOnSeeMore: flag.describe('Hides product and variant of a review whose whole text is shown.'),
    isRtlStore: flag.describe('Lays the widgets out from right to left in every language.'),
    maxReviewImport: maxReviewImport.describe(
      `Reviews that one import from a marketplace takes, ${minMarketplaceImportReviews} to ${maxMarketplaceImportReviews}.`,
    ),
    importOptions: importOptions.describe('Which reviews an import takes, by marketplace.'),
  })
  .describe('The general settings (spec 3, General setting).')
export type GeneralSettings = z.infer<typeof schema>

const anyReview = { rating: 'all', sort: 'recent', photo: 'all' } as const

export const GENERAL = settingsDocument(
  schema,
  {
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
    richSnippetProduct: false,
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
  },
  {
    gated: {
      isTrashFeatureEnabled: 'recycleBin',
      enableTrashReview: 'recycleBin',
      deleteAfterDays: 'recycleBin',
      enableUGCContent: 'ugc',
      autoTranslate: 'translatedContent',
    },
  },
)
