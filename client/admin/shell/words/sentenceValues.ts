import type { MessageCode } from '../../../../rules/messages.ts'

/** Codes whose sentence has values in it; GraphQL's refusals come without them. */
export const withValues: ReadonlySet<MessageCode> = new Set([
  'greaterThan', 'greaterOrEqual', 'lessThan', 'lessOrEqual', 'between', 'betweenEqual', 'fillAtLeast', 'fillMoreThan',
  'fillAtMost', 'rangeTooLong', 'imageTooLarge', 'quotaMissed', 'overQuota', 'notAReviewExport', 'fileBroken', 'workbookRowTooLarge',
  'quoteNotClosed', 'tooManyRows', 'ratingOutOfRange', 'contentTooLong', 'titleTooLong', 'nameTooLong', 'tooManyPhotos', 'tooManyVideos',
  'planRequired', 'limitReached', 'requestLimitReached', 'tooManyAddresses', 'tooManyIds', 'bulkTooLate', 'videoTooLong', 'videoTooLarge',
  'cannotVerify', 'freeMailDomain', 'templateBroken', 'customerTagExcluded', 'productTagExcluded', 'countryExcluded', 'movedByCoolDown', 'movedByPreference', 'movedByPause', 'suppressionFileTooLong', 'oldOrderLimitReached', 'oldOrdersTooOld',
  'otherMarketplace', 'marketplaceError', 'marketplaceBlocked', 'marketplaceSilent',
])
