/**
 * Numbers of the specification except those of plans (rules/plans.ts), with units in their names. If the specification
 * has two values, both are here, named by their use.
 */

export const bytesPerMegabyte = 1024 * 1024

// -- imports (spec 5, 9)
export const maxImportFileBytes = 25 * bytesPerMegabyte
/** More rows than review apps write in 25 MB; about an Excel sheet's maximum. The operator's files may have more. */
export const maxImportFileRows = 1_000_000
export const maxImportFileColumns = 1_000
/** Cells of a row, named or not: programs write the empty cells of a whole sheet. */
export const maxImportRowCells = 16_384
/** Columns shown with sample cells; further ones are listed by name. */
export const sampledImportColumns = 200
/** Up to this size, the response to an upload contains the check's result. Larger files are worth a worker process. */
export const largeImportFileBytes = 2 * bytesPerMegabyte
/** A file with this many lines counts as large, however short they are. */
export const largeImportFileLines = 50_000
/** Large files of a shop waiting for or in check, because other shops' files wait behind them. */
export const maxFilesInCheck = 3
/** Small files of a shop that a serving process reads at a time; the shop's others wait. */
export const smallChecksAtOnce = 2
/** One fetch from a marketplace address; the form allows 1 to 100. */
export const minMarketplaceImportReviews = 1
export const maxMarketplaceImportReviews = 100
export const defaultMarketplaceImportReviews = 20
export const maxPhotosPerImportedReview = 5

// -- shopper's form and uploads (spec 5, 9)
export const minRate = 1
export const maxRate = 5
export const maxReviewImages = 5
/** Maximum of decoded pixels of any image (goal R17), in millions. */
export const maxImageMegapixels = 25
export const maxReviewImageBytes = 5 * bytesPerMegabyte
/** Not in the specification: one video keeps pages light (docs/decisions/0024). */
export const maxReviewVideos = 1
export const maxVideoBytes = 50 * bytesPerMegabyte
export const maxVideoSeconds = 60
export const maxReviewContentChars = 5_000
export const maxReviewTitleChars = 200
export const maxNameChars = 100
export const maxReplyChars = 5_000
export const maxReplyTemplates = 50
export const maxTemplateNameChars = 60
export const maxTemplateWords = 20
export const maxTemplateWordChars = 40
export const maxTemplateProducts = 50
/** RFC 5321: longest address that can be delivered to. */
export const maxEmailChars = 254
export const maxSearchChars = 200
/** Photos and videos on a review box's wall; languages or variants in its filters. */
export const maxWallItems = 16
export const maxFilterChoices = 30
/** Undecided reports per review; further ones are dropped. */
export const maxOpenReports = 100
/** Emails a day to an address that anyone could type, of all kinds together. */
export const maxUnprovenMailsOfDay = 3

/** Surveys of thank-you pages per hour (wall clock) from one network to one shop. */
export const maxThankYouSurveys = 20

/** Posts per window (wall clock) from one shopper's address to one shop, or with one email's link. */
export const maxShopperPosts = 30
export const shopperPostWindowMinutes = 10
/** Votes on one review from one network: a household, but not one person under many browser names. */
export const maxVotesOfNetwork = 6
export const networkVoteHours = 24

// -- reviews (spec 9, decisions)
export const autoPublishAfterDays = 14
export const trashDaysChoices = [15, 30] as const
export const editRequestDays = 30
/** The merchant's message in an edit request. */
export const maxEditNoteChars = 500
/** Time until the page that sends requests closes itself (spec 7). */
export const backToRequestsMs = 500
export const newReviewNoticeEveryHours = 1
/** Negative reviews of an hour that are reported one by one. */
export const mostNegativeNotices = 10
/** Hour in the shop's zone, on Mondays. */
export const weeklySummaryHour = 8
/** A summary that couldn't be sent by then is dropped. */
export const weeklySummaryOpenHours = 32
/** Time to undo an action on many reviews. */
export const bulkUndoHours = 24
/** Time to keep a bulk run's numbers. */
export const bulkRunDays = 90
/** Rows per transaction of a bulk run, per page of an export, and per list of ids for a listener. */
export const bulkBatchRows = 1_000
export const exportFileDays = 7
export const maxViewNameChars = 40
export const maxViewQueryChars = 2_000

// -- review requests (spec 5, 9)
export const defaultSendDelayDays = 7
export const minCustomDelay = 1
export const minCustomDelayMinutes = 5
/** Value of an emptied number field. */
export const emptyDelayResetsTo = 1
export const maxDelay = { minutes: 525_600, hours: 8_760, days: 365, weeks: 52, months: 12 } as const
export const oldOrderWindowDays = 60
export const defaultOldOrderSpreadHours = 24
export const maxOldOrderSpreadHours = 168
export const defaultCoolDownDays = 7
export const maxCoolDownDays = 365
/** Hour of the shop's day, for requests with a delay of one day or more. */
export const defaultSendHour = 10
export const defaultQuietHours = { from: 21, to: 8 } as const
export const maxRuleTags = 50
export const maxTagChars = 255
/** Choices of an email's unsubscribe link: one email in this many days, or none for this many. */
export const fewerEmailsDays = 30
export const pausedEmailsDays = 30
export const maxSuppressionImportRows = 10_000
export const maxSuppressionImportChars = 1_000_000
/** Addresses per page of an export, and problems that an import lists. */
export const suppressionExportRows = 5_000
export const maxSuppressionProblems = 50
/** A request that waits this long for quota is dropped. */
export const overQuotaDays = 30
export const billingCycleDays = 30
/** Days to wait after "not arrived yet". `maxPostponements` limits how often. */
export const notArrivedDays = 7
/** Reviews with fewer stars get no photo reminder. */
export const leastPhotoReminderRate = 3

export const maxPostponements = 3
/** Waits after each temporary failure to send a request; after the last one it has failed. */
export const sendRetryMinutes = [1, 5, 30] as const
/** Path of the page that shows a widget. */
export const maxPagePathChars = 2_000
/** A request whose template is too slow to render has failed after so many attempts. */
export const mostRenderAttempts = 3
/** Time of further retries while no mail server can be reached. */
export const outageRetryHours = 72
export const itemThumbnailsPerRow = 3
export const buyerNamesInChip = 3
export const productTitleChars = 24

/** An uploaded picture of an email or a QR code's card. */
export const maxSettingImageBytes = 5 * bytesPerMegabyte

// -- QR codes (spec 5)
export const maxQrTitleChars = 20
export const maxQrDescriptionChars = 110
export const maxQrProducts = 100
export const maxQrLabels = 1_000
export const maxQrCopies = 100

// -- test mails (spec 5, 9)
export const testEmailsPerDay = 25
export const testEmailWindowHours = 24

// -- sender, bounces and complaints
/** Interval to check a verified sender. Unverified senders are checked automatically for `senderWatchDays` only. */
export const senderCheckHours = 1
export const senderWatchDays = 30
/** Shortest time between two emails of the DNS records to one address. */
export const senderMailMinutes = 5
/** A shop with this many emails in the window is paused above these rates. */
export const reputationDays = 7
export const reputationMinMails = 200
export const maxBouncePercent = 5
export const maxComplaintPercent = 0.3
/** Retry interval for a paused shop's emails that are jobs. */
export const pausedRetryMinutes = 15
/** Larger bounces are refused. Only their beginning is read, since the report precedes the returned email. */
export const maxBounceMailBytes = 1 * bytesPerMegabyte
export const readBounceMailBytes = 64 * 1024
/** Most bounces that one address sends in a minute, and that one return path gets in an hour. */
export const maxBouncesPerAddress = 600
export const maxBouncesPerPath = 10
/** Fewer complaints never pause a shop, whatever their rate. */
export const minComplaints = 3

// -- banners (spec 4, 9)
export const bannerSnoozeDays = 1
export const maxBannerSnoozes = 3

// -- notices of reviews
/** Email addresses for each kind of notification. */
export const maxNoticeReceivers = 20
export const maxSmtpPasswordChars = 1_000

// -- integrations
/** Waiting deliveries per shop; further ones are dropped. */
export const maxWaitingDeliveries = 50_000
/** Waits between the attempts of a delivery: three days in all. */
export const deliveryRetrySeconds = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const
/** Limit for a service's `Retry-After`. */
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
/** Higher counts of filtered rows are shown as "10,000+". */
export const maxCountedRows = 10_000
export const maxBulkIds = 1_000

// -- widgets (spec 9)
export const testimonialNavigateSeconds = 10
export const testimonialRecentReviews = 3
export const testimonialMaxReviews = 10
/** Testimonials change no faster than they can be read. */
export const testimonialSeconds = { min: 3, max: 60 } as const
export const testimonialMinRate = 4
export const maxTestimonialProducts = 20

// -- further widgets
export const maxSubmitFormTextChars = 60
/** Texts of the review box: its verified badges, its form's policy, and the selector of its place. */
export const maxBadgeTextChars = 40
export const maxPolicyChars = 1_000
export const maxSelectorChars = 200
/** The corner badge needs this many order-proven reviews and this average. Only the newest ones count. */
export const topQualityReviews = 10
export const topQualityRating = 4
export const topQualityCounted = 1_000
/** Reviews that "Show more" adds. */
export const maxReviewsPerPage = 50
/** A customer's account page: own reviews, and products to review. */
export const mostOwnReviews = 50
export const mostToReview = 12

// -- push notifications
/** Items of an order that a notification names (spec 9). */
export const pushItems = 2
export const maxPushTitleChars = 80
export const maxPushMessageChars = 180
/** Devices per customer; a new one replaces the oldest. */
export const maxPushSubscriptions = 10
/** Time that a push service keeps a notification for an offline device. */
export const pushLifetimeDays = 7

// -- sessions (spec 7)
export const loginLifetimeHours = 12
export const passwordLinkMinutes = 30
export const invitationDays = 7
export const maxOpenInvitations = 20
/** Emails with a link, to one address and from one network or shop. */
export const accountMailLimit = { toOneAddress: 3, fromOneSender: 20, minutes: 60 }
export const maxLoginFailures = 5
export const loginFailureWindowMinutes = 15
/** Steps of sign-ins through the operator's provider, from one network: each may ask the provider. */
export const providerStepLimit = { posts: 200, minutes: 15 }

/** Longest range of a report: two years, or a month by hours. */
export const mostReportDays = 731
export const mostReportHoursDays = 31
/** Longest range of analytics: as long as facts are kept. */
export const mostAnalyticsDays = 1_096

// -- retention of growing data (docs/operations, 'What is forgotten')
/**
 * Days of the business clock. The platform repeats a webhook for two days. An import's upload, problems and samples are
 * deleted together, counted from its end, or from the upload if never started. Statistics cover a year and the two
 * before it.
 */
export const retentionDays = {
  webhookReceipts: 30,
  idempotencyKeys: 7,
  heldSurveyAnswers: 7,
  reviewVotes: 90,
  decidedReports: 365,
  importFiles: 90,
  facts: 1_096,
  demoMails: 180,
  integrationDeliveries: 30,
  settingHistory: 365,
} as const
/** Wall clock. Time to keep a stored file without a row, because an upload writes its file first. */
export const unusedFileHours = 24

/** A request must arrive within this time (spec 7). */
const requestTimeoutSeconds = 60

// -- limits per shop of a serving process (goal R11)
/**
 * Open websockets, and subscriptions over all of them. A thousand clients follow one import (goal P20) and may
 * reconnect before their lost connections are noticed.
 */
export const mostSockets = { account: 1_500, shop: 3_000 } as const
export const mostSubscriptions = { account: 1_500, shop: 3_000 } as const
/** Complexity of a subscription's response. The admin's cost up to 21, one with all fields of an import 136. */
export const maxSubscriptionComplexity = 200
/** Request bodies in memory per shop: 64 MB at 2 MB each. Enough that slow connections delay no request. */
export const bodiesAtOnce = 32
/** Time to receive a body, equal to a client's timeout (spec 7). Node's default is five minutes. */
export const longestBodyMs = requestTimeoutSeconds * 1000
/**
 * Concurrent documents per shop, and as many REST calls: queries and mutations separately. A mutation may wait for
 * another site and must not block queries.
 */
export const questionsAtOnce = 4
export const mutationsAtOnce = 8
/** Concurrent subscription responses per shop, besides these. */
export const eventsAtOnce = 2
/** Waiting documents, REST reads and writes per shop. Thirty tabs that reload at once have about a hundred. */
export const mostDocumentsWaiting = 300

/** Posts and texts stored of an Instagram account. */
export const maxInstagramPosts = 24
export const maxInstagramHeadingChars = 80
export const maxInstagramCaptionChars = 300
export const maxInstagramProducts = 5
/** Instagram's tokens last 60 days; only tokens at least a day old can be refreshed. */
export const instagramRefreshDays = 7
export const instagramSyncHours = 24
export const maxInstagramImageBytes = 10 * 1024 * 1024

/** Visible characters of a widget's label. */
export const maxLabelChars = 16
/** Characters that a shop may send to a translation service in a month. */
export const maxTranslatedCharacters = 100_000_000
/** Reviews of one request to a translation service, and about how many characters. */
export const maxTranslatedAtOnce = 20
export const translationBatchChars = 6_000
/** Waiting requests to translate from which the translation of old reviews pauses. */
export const maxWaitingTranslations = 200

// -- for features to come: the specification names these numbers, nothing uses them yet (spec 5, 9)
/** Codes a day for reviewers of one network who proved nothing. A household or office has a few shoppers. */
export const unprovenDiscountsPerDay = 5
export const onboardingDiscountPercents = [10, 20, 0] as const
export const annualReductionPercent = 15
/** One page speaks of 14 days; the plans themselves give 7 or 60. */
export const advertisedTrialDays = 14
export const moneyBackDays = 30
export const downgradeOfferPercent = 50
export const downgradeOfferMonths = 2
export const seasonalPromoPercents = [10, 20, 30] as const

export const maxFeatureTitleChars = 120
/** Characters of a merchant's wish, and of a feature's text. */
export const maxWishChars = 2_000
/** Wishes of a shop on one day. */
export const wishesPerDay = 20
