/**
 * The numbers of the specification, each with its unit in the name. Fields of a plan are in rules/plans.ts, defaults of settings
 * in rules/settings.
 * Where the specification says two things, both stand here, named by the place that uses them.
 */

export const bytesPerMegabyte = 1024 * 1024

// -- imports (spec 5, 9)
export const maxImportFileBytes = 25 * bytesPerMegabyte
/** What no program for reviews writes within those bytes; a sheet of Excel holds little more rows. The operator's own files may have more. */
export const maxImportFileRows = 1_000_000
export const maxImportFileColumns = 1_000
/** Cells of a row, named or not: programs write the empty ones of a whole sheet. */
export const maxImportRowCells = 16_384
/** Of so many columns of a file the first cells are shown; further ones are listed by name. */
export const sampledImportColumns = 200
/** The answer to an upload of up to so much text holds the check's result; what a process for a larger file costs is little beside reading that. */
export const largeImportFileBytes = 2 * bytesPerMegabyte
/** A file of so many lines is a larger one, however short they are. */
export const largeImportFileLines = 50_000
/** Larger files of a shop that wait for their check, or are at it, at a time: other shops' files wait behind them. */
export const maxFilesInCheck = 3
/** Smaller files of a shop that are read at a time in a process that serves; the others of the shop wait for these. */
export const smallChecksAtOnce = 2
/** One run from a marketplace address; the form's rule is 1 to 100. */
export const minMarketplaceImportReviews = 1
export const maxMarketplaceImportReviews = 100
export const defaultMarketplaceImportReviews = 20
export const maxPhotosPerImportedReview = 5

// -- shopper's form and uploads (spec 5, 9)
export const minRate = 1
export const maxRate = 5
export const maxReviewImages = 5
export const maxReviewImageBytes = 5 * bytesPerMegabyte
/** The specification names no number; one is what a page shows without becoming heavy (docs/decisions/0024). */
export const maxReviewVideos = 1
export const maxVideoBytes = 50 * bytesPerMegabyte
export const maxVideoSeconds = 60
export const maxReviewContentChars = 5_000
export const maxReviewTitleChars = 200
export const maxNameChars = 100
export const maxReplyChars = 5_000
/** RFC 5321: longest address that can be delivered to. */
export const maxEmailChars = 254
export const maxSearchChars = 200
/** Photos and videos of the wall in a box of reviews, and languages or variants that its filters offer. */
export const maxWallItems = 16
export const maxFilterChoices = 30
/** Reports of one review that wait for a decision; further ones are not kept. */
export const maxOpenReports = 100

/** Posts of one shopper's address to one shop, or by one mail's link, in a window of the wall clock. */
export const maxShopperPosts = 30
export const shopperPostWindowMinutes = 10

// -- reviews (spec 9, decisions)
export const autoPublishAfterDays = 14
export const trashDaysChoices = [15, 30] as const
export const editRequestDays = 30
/** What the merchant may write to the customer with an edit request. */
export const maxEditNoteChars = 500
/** How long the page that sends requests stays after the answer (spec 7). */
export const backToRequestsMs = 500
export const newReviewNoticeEveryHours = 1
/** The weekly summary leaves on Mondays from this hour on, in the shop's zone. */
export const weeklySummaryHour = 8
/** A summary that could not leave by then, because nothing ran, is left out. */
export const weeklySummaryOpenHours = 32
/** How long an act on many reviews can be taken back. */
export const bulkUndoHours = 24
/** How long its numbers are kept. */
export const bulkRunDays = 90
/** Rows of one transaction of such an act, of an export's page, of a listener's ids. */
export const bulkBatchRows = 1_000
/** A finished export's file is kept this long. */
export const exportFileDays = 7
export const maxViewNameChars = 40
export const maxViewQueryChars = 2_000

// -- review requests (spec 5, 9)
export const defaultSendDelayDays = 7
export const minCustomDelay = 1
export const minCustomDelayMinutes = 5
/** What an emptied number field goes back to. */
export const emptyDelayResetsTo = 1
export const maxDelay = { minutes: 525_600, hours: 8_760, days: 365, weeks: 52, months: 12 } as const
export const oldOrderWindowDays = 60
export const defaultOldOrderSpreadHours = 24
export const maxOldOrderSpreadHours = 168
export const defaultCoolDownDays = 7
export const maxCoolDownDays = 365
/** From a delay of one day on, requests leave at this hour of the shop's day. */
export const defaultSendHour = 10
export const defaultQuietHours = { from: 21, to: 8 } as const
/** Tags of one rule, and characters of one tag. */
export const maxRuleTags = 50
export const maxTagChars = 255
/** What customers choose behind an email's unsubscribe link: one email in so many days, or none for so many. */
export const fewerEmailsDays = 30
export const pausedEmailsDays = 30
/** Addresses of one import into the suppression list, and characters of its file. */
export const maxSuppressionImportRows = 10_000
export const maxSuppressionImportChars = 1_000_000
/** Addresses that one page of an export reads, and problems that an import lists. */
export const suppressionExportRows = 5_000
export const maxSuppressionProblems = 50
/** A request that waited this long for quota is given up. */
export const overQuotaDays = 30
export const billingCycleDays = 30
/** We ask again so long after an order had not arrived, and put one order off at most so often. */
export const notArrivedDays = 7
/** Fewer stars are not asked for a photo. */
export const leastPhotoReminderRate = 3

export const maxPostponements = 3
/** Waits after each refusal for now of a request's mail; after the last one it has failed. */
export const sendRetryMinutes = [1, 5, 30] as const
/** While no mail server can be reached, tries go on for so long after the last of these waits. */
export const outageRetryHours = 72
export const itemThumbnailsPerRow = 3
export const buyerNamesInChip = 3
export const productTitleChars = 24

/** A picture that settings show, as it is uploaded: of an email or a QR code's card. */
export const maxSettingImageBytes = 5 * bytesPerMegabyte

// -- QR codes (spec 5)
export const maxQrTitleChars = 20
export const maxQrDescriptionChars = 110
/** Products of one call, and labels of one PDF. */
export const maxQrProducts = 100
export const maxQrLabels = 1_000
export const maxQrCopies = 100

// -- test mails (spec 5, 9)
export const testEmailsPerDay = 25
export const testEmailWindowHours = 24

// -- sender, bounces and complaints
/** A verified sender is looked at again after so long; one that is not verified in the first month only on demand. */
export const senderCheckHours = 1
export const senderWatchDays = 30
/** The records are mailed to one address at most so often. */
export const senderMailMinutes = 5
/** A shop with at least so many emails in the window is paused above these rates. */
export const reputationDays = 7
export const reputationMinMails = 200
export const maxBouncePercent = 5
export const maxComplaintPercent = 0.3
/** Emails of a paused shop that are jobs are tried again after so long. */
export const pausedRetryMinutes = 15
export const maxBounceMailBytes = 1 * bytesPerMegabyte

// -- banners (spec 4, 9)
export const bannerSnoozeDays = 1
export const maxBannerSnoozes = 3

// -- notices of reviews
/** Email addresses for each kind of notice. */
export const maxNoticeReceivers = 20
export const maxSmtpPasswordChars = 1_000

// -- integrations
/** Deliveries of one shop that wait to be sent; further ones are dropped. */
export const maxWaitingDeliveries = 10_000
export const maxDeliveryAttempts = 10
/** A service that asks us to wait longer is asked again after this time. */
export const longestRetryAfterSeconds = 86_400
export const maxSecretChars = 2_000

// -- lists, search, dates (spec 5, 9)
export const PAGE_SIZES = [10, 20, 50, 100] as const
export const defaultPageSize = 10
/** Cards on narrow screens and side panels. */
export const COMPACT_PAGE_SIZES = [2, 5] as const
export const maxPageSize = 100
export const productPickerLimit = 30
export const countryListStep = 25
export const countryListDelayMs = 1_000
export const searchDebounceMs = 300
export const defaultRangeDays = 7
/** Beyond this a combination of filters is shown as "10,000+". */
export const maxCountedRows = 10_000
export const maxBulkIds = 1_000

// -- widgets (spec 9)
export const testimonialNavigateSeconds = 10
export const testimonialRecentReviews = 3
export const testimonialMaxReviews = 10
/** Testimonials change automatically no faster than they can be read. */
export const testimonialSeconds = { min: 3, max: 60 } as const
export const testimonialMinRate = 4
export const maxTestimonialProducts = 20

// -- further widgets
/** Title and button of the separate form. */
export const maxSubmitFormTextChars = 60
/** Texts of the review box: its verified badges, the policy of its form, and the selector of its place. */
export const maxBadgeTextChars = 40
export const maxPolicyChars = 1_000
export const maxSelectorChars = 200
/** The corner badge appears from so many order-proven reviews, with at least this average. It counts the newest ones. */
export const topQualityReviews = 10
export const topQualityRating = 4
export const topQualityCounted = 1_000
/** Reviews of a page that "Show more" adds. */
export const maxReviewsPerPage = 50
/** What a customer's account shows: own reviews, products still to review. */
export const mostOwnReviews = 50
export const mostToReview = 12

// -- push notifications
/** Items of an order that a notification names (spec 9). */
export const pushItems = 2
export const maxPushTitleChars = 80
export const maxPushMessageChars = 180
/** Devices of one customer; a new one replaces the oldest. */
export const maxPushSubscriptions = 10
/** How long a push service keeps a notification for a device that is off. */
export const pushLifetimeDays = 7

// -- sessions (spec 7)
export const loginLifetimeHours = 12
export const maxLoginFailures = 5
export const loginFailureWindowMinutes = 15

/** Days of a report's range: two years. By hours, a month. */
export const mostReportDays = 731
export const mostReportHoursDays = 31

// -- retention: how long what only grows is kept (docs/operations, 'What is forgotten')
/**
 * Days of the business clock. The platform repeats a webhook for two days. An import's upload, its problems and the
 * examples of its check go together, counted from its end, or from the upload where it was never started. Statistics are
 * for comparing a year with the two before it.
 */
export const retentionDays = {
  webhookReceipts: 30,
  idempotencyKeys: 7,
  reviewVotes: 90,
  decidedReports: 365,
  importFiles: 90,
  facts: 1_096,
  demoMails: 180,
  integrationDeliveries: 30,
} as const
/** Wall clock. A stored file that no row uses stays so long: an upload writes its file before its row. */
export const unusedFileHours = 24

/** A request arrives within this time (spec 7). */
export const requestTimeoutSeconds = 60

// -- what one shop may take of a process that serves many (goal R11)
/** Open websockets, and subscriptions over all of them. A thousand listen to one import (goal P20), and come back before their lost lines are noticed. */
export const mostSockets = { account: 1_500, shop: 3_000 } as const
export const mostSubscriptions = { account: 1_500, shop: 3_000 } as const
/** What an answer to a subscription may cost. Those of the admin cost up to 21, one that asks for all that an import says of itself 136. */
export const maxSubscriptionComplexity = 200
/** Bodies of a shop's documents that wait in memory: at 2 MB each 64 MB at most, and enough that a few slow connections delay no request. */
export const bodiesAtOnce = 32
/** How long a body may take from its first byte to its last: as long as a client waits (spec 7). Node alone would wait for five minutes. */
export const longestBodyMs = requestTimeoutSeconds * 1000
/** Documents of a shop that are worked out at a time, the others waiting, and as many calls of REST beside these: reads and writes. A mutation may wait for another site, and is not to keep questions waiting. */
export const questionsAtOnce = 4
export const mutationsAtOnce = 8
/** Answers to the subscriptions of a shop, beside these. */
export const eventsAtOnce = 2
/** Documents of a shop that wait, reads of REST, and writes; thirty tabs that look again at once have about a hundred. */
export const mostDocumentsWaiting = 300

/** Instagram feed: what is kept of an account. */
export const maxInstagramPosts = 24
export const maxInstagramHeadingChars = 80
export const maxInstagramCaptionChars = 300
export const maxInstagramProducts = 5
/** Instagram's tokens hold 60 days from their last refresh; a refresh needs one that is a day old. */
export const instagramRefreshDays = 7
export const instagramSyncHours = 24
export const maxInstagramImageBytes = 10 * 1024 * 1024

// -- for features to come: the specification names these numbers, nothing uses them yet (spec 5, 9)
export const onboardingDiscountPercents = [10, 20, 0] as const
/** Characters of a translated label. */
export const maxLabelChars = 16
export const annualReductionPercent = 15
/** One page speaks of 14 days; the plans themselves give 7 or 60. */
export const advertisedTrialDays = 14
export const moneyBackDays = 30
export const downgradeOfferPercent = 50
export const downgradeOfferMonths = 2
export const seasonalPromoPercents = [10, 20, 30] as const
