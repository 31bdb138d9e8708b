import { dayMs } from '../../rules/dates.ts'
import { privacyFileDays } from '../../rules/privacy.ts'
import {
  autoPublishAfterDays,
  bulkUndoHours,
  exportFileDays,
  newReviewNoticeEveryHours,
  retentionDays,
  unusedFileHours,
} from '../../rules/limits.ts'
import { queueDueWork, makeWorkJob, selectFreeWork } from '../core/background/claim.ts'
import { purgeOldRows, selectOldRows } from '../core/background/purge.ts'
import { mailArchives } from '../reviews/archive/archive-mail.ts'
import { mailConfirmations } from '../reviews/confirmations/confirmations.ts'
import { compareReviews } from '../reviews/moderation/compare.ts'
import { mailObjections, mailStatements } from '../reviews/statements/statement-mail.ts'
import { mailReporters } from '../reviews/votes/report-mail.ts'
import { purgeArchives } from '../reviews/archive/purge.ts'
import { archiveWork } from '../reviews/archive/run.ts'
import { purgeBulks } from '../reviews/bulk/purge.ts'
import { bulkWork } from '../reviews/bulk/run.ts'
import { mailSurveys } from '../requests/survey/survey-mail.ts'
import { queueDelayedMails } from '../requests/delayed-mails/delayed-mails.ts'
import { issueQueuedDiscount, withdrawQueuedDiscount } from '../requests/discounts/issue.ts'
import { mailDiscounts, remindOfDiscounts } from '../requests/discounts/discount-mails.ts'
import { mailEditRequests } from '../reviews/edit-requests/edit-request-mail.ts'
import { purgeUnusedFiles } from '../core/files/unused-files.ts'
import { checkWork } from '../imports/checking/check-work.ts'
import { fetchWork } from '../imports/fetching/fetch-judgeme.ts'
import { storeQueuedUpload } from '../imports/files/store-upload.ts'
import { fetchMedia } from '../imports/media/media.ts'
import { copyOwnMedia } from '../imports/media/own-media.ts'
import { purgeImports } from '../imports/purge.ts'
import { undoWork } from '../imports/running/run-undo.ts'
import { importWork, runSlice } from '../imports/running/run.ts'
import { countStoredTopics } from '../shop/analytics/topics/topics.ts'
import { queueBillingSyncs, syncSubscriptions } from '../shop/billing/sync.ts'
import { sendDeliveries } from '../shop/integrations/send-deliveries.ts'
import { queueNewReviewNotices } from '../reviews/notices/notice.ts'
import { mailNotices } from '../reviews/notices/notice-mail.ts'
import { queueWeeklySummaries } from '../reviews/notices/weekly-summary.ts'
import { oldOrderWork } from '../requests/old-orders/run.ts'
import { firstImportWork, importOldCatalogs } from '../shop/install/first-import.ts'
import { refreshShop } from '../shop/install/install.ts'
import { queueReconciliations, reconcileOrders, selectReconciliation } from '../shop/orders/reconcile.ts'
import { privacyWork, purgePrivacyFiles } from '../shop/privacy/privacy.ts'
import { catalogVersion, fetchChangedProduct, markLostProducts } from '../shop/products/sync.ts'
import { sendPushes } from '../requests/push/send-pushes.ts'
import { queueInstagramSyncs, syncInstagram } from '../storefront/instagram/sync.ts'
import { retryRatings, sendRatings } from '../storefront/ratings/ratings.ts'
import { planFollowUps } from '../requests/requests/reminders.ts'
import { rescheduleWaiting } from '../requests/requests/reschedule.ts'
import { isDueForPublishing, publishDueReviews, purgeTrash } from '../reviews/reviews/changes/lifecycle.ts'
import { mailHeldReviews } from '../reviews/moderation/held-mail.ts'
import { mailReplies } from '../reviews/reviews/changes/reply-mail.ts'
import { retitleReviews } from '../reviews/reviews/changes/retitle.ts'
import { purgeExports } from '../reviews/export/purge.ts'
import { exportWork } from '../reviews/export/run.ts'
import { fillTranslations, resumeTranslations, selectStopped } from '../reviews/translation/translation.ts'
import { checkSenders } from '../requests/sender/sender.ts'
import { mailPrivacyFile } from '../requests/sending/privacy-mail.ts'
import { mailAccountLinks } from '../requests/sending/account-mail.ts'
import { mailWishes } from '../requests/sending/wish-mail.ts'
import { mailPause } from '../requests/sending/pause-mail.ts'
import { mailSenderRecords } from '../requests/sending/verification-mail.ts'
import { renewPaused } from '../requests/sending/renew-paused.ts'
import { sendDue } from '../requests/sending/send-due.ts'
import { hashAssets, renewThemes, retryThemes, sendTheme } from '../storefront/theme/theme.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Jobs } from '../core/background/runner.ts'
import type { Schedule } from '../core/background/schedules.ts'

/** Handlers by job. They run at least once, for the shop that queued the job. */
export const jobs: Jobs = {
  'billing.sync': syncSubscriptions,
  'bulk.run': makeWorkJob(bulkWork),
  'firstImport.run': makeWorkJob(firstImportWork),
  'imports.check': makeWorkJob(checkWork),
  'imports.fetch': makeWorkJob(fetchWork),
  'imports.keep': storeQueuedUpload,
  'imports.run': makeWorkJob(importWork, runSlice),
  'discounts.issue': issueQueuedDiscount,
  'discounts.withdraw': withdrawQueuedDiscount,
  'instagram.sync': syncInstagram,
  'mails.accounts': mailAccountLinks,
  'mails.archives': mailArchives,
  'mails.discountReminders': remindOfDiscounts,
  'mails.discounts': mailDiscounts,
  'mails.editRequests': mailEditRequests,
  'mails.held': mailHeldReviews,
  'mails.notices': mailNotices,
  'mails.objections': mailObjections,
  'mails.pause': mailPause,
  'mails.privacy': mailPrivacyFile,
  'mails.replies': mailReplies,
  'mails.reports': mailReporters,
  'mails.confirmations': mailConfirmations,
  'mails.sender': mailSenderRecords,
  'mails.surveys': mailSurveys,
  'mails.statements': mailStatements,
  'mails.wishes': mailWishes,
  'oldOrders.run': makeWorkJob(oldOrderWork),
  'orders.reconcile': reconcileOrders,
  'privacy.run': makeWorkJob(privacyWork),
  'products.fetch': fetchChangedProduct,
  'products.findLost': markLostProducts,
  'pushes.send': sendPushes,
  'ratings.send': sendRatings,
  'reviews.compare': compareReviews,
  'reviews.export': makeWorkJob(exportWork),
  'reviews.retitle': retitleReviews,
  'requests.followUps': planFollowUps,
  'requests.reschedule': rescheduleWaiting,
  'shop.archive': makeWorkJob(archiveWork),
  'shop.refresh': refreshShop,
  'theme.send': sendTheme,
  'topics.count': countStoredTopics,
  'translations.fill': fillTranslations,
}

/** Long work: rows that a runner claims. Rows without a runner are queued again. */
const works = [
  archiveWork,
  bulkWork,
  checkWork,
  exportWork,
  fetchWork,
  firstImportWork,
  importWork,
  oldOrderWork,
  privacyWork,
  undoWork,
]

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)
/** Selects the present if a row is found: `run` decides which ones are due. */
const ifAny =
  (rows: (now: Date) => Prisma.Sql): Schedule['selectDue'] =>
  (now) =>
    Prisma.sql`select ${now}::timestamptz where exists (select ${rows(now)})`
const ifPendingMedia = ifAny(() => Prisma.sql`from "ReviewMedia" where status = 'pending'`)

/** Work found by scanning rows across shops, by the business clock. */
export const schedules: readonly Schedule[] = [
  {
    name: 'follow subscriptions',
    everySeconds: 60,
    selectDue: () => Prisma.sql`select min("billingDueAt") from "Shop"`,
    run: queueBillingSyncs,
  },
  {
    name: 'find missed orders',
    everySeconds: 60,
    selectDue: selectReconciliation,
    run: queueReconciliations,
  },
  {
    name: 'forget answered data requests',
    everySeconds: 3600,
    selectDue: ifAny(
      (now) =>
        Prisma.sql`from "PrivacyRequest" where "fileKey" <> '' and "finishedAt" < ${daysBefore(now, privacyFileDays)}`,
    ),
    run: purgePrivacyFiles,
  },
  {
    name: 'renew paused requests',
    everySeconds: 60,
    selectDue: ifAny(() => Prisma.sql`from "QueueCount" where status = 'paused' and count > 0`),
    run: renewPaused,
  },
  {
    name: 'sync old catalogs',
    everySeconds: 60,
    selectDue: ifAny(() => Prisma.sql`from "Shop" where "catalogVersion" < ${catalogVersion}`),
    run: importOldCatalogs,
  },
  {
    name: 'renew themes',
    everySeconds: 60,
    selectDue: ifAny(() => Prisma.sql`from "Shop" where "themeRelease" is distinct from ${hashAssets()}`),
    run: renewThemes,
  },
  {
    name: 'retry themes',
    everySeconds: 300,
    graceSeconds: 60,
    selectDue: ifAny(() => Prisma.sql`from "Product" where "themeDue" > 0`),
    run: retryThemes,
  },
  {
    name: 'retry ratings',
    everySeconds: 300,
    graceSeconds: 60,
    selectDue: ifAny(() => Prisma.sql`from "Product" where "ratingDue"`),
    run: retryRatings,
  },
  {
    name: 'check senders',
    everySeconds: 60,
    selectDue: ifAny(() => Prisma.sql`from "SenderDomain"`),
    run: checkSenders,
  },
  { name: 'forget old rows', everySeconds: 3600, selectDue: selectOldRows, run: purgeOldRows },
  {
    name: 'forget old imports',
    everySeconds: 3600,
    selectDue: ifAny(
      (now) =>
        Prisma.sql`from "Import" where least("createdAt", "finishedAt") < ${daysBefore(now, retentionDays.importFiles)}`,
    ),
    run: purgeImports,
  },
  {
    name: 'delete unused files',
    everySeconds: 3600,
    selectDue: ifAny(
      () => Prisma.sql`from "UnusedFile" where "createdAt" < now() - ${unusedFileHours} * interval '1 hour'`,
    ),
    run: purgeUnusedFiles,
  },
  {
    name: 'read Instagram posts',
    everySeconds: 300,
    selectDue: ifAny(
      () => Prisma.sql`from "Setting" where key = 'instagramWidget' and value ->> 'state' = 'connected'`,
    ),
    run: queueInstagramSyncs,
  },
  {
    name: 'resume translations',
    everySeconds: 300,
    selectDue: selectStopped,
    run: resumeTranslations,
  },
  {
    name: 'send due requests',
    everySeconds: 1,
    selectDue: () => Prisma.sql`select "scheduledAt" from "QueueItem" q join "Shop" s on s.id = q."shopId"
      where q.status in ('waiting', 'sending') and s."mailPausedAt" is null order by "scheduledAt" limit 1`,
    run: sendDue,
  },
  {
    name: 'send deliveries',
    everySeconds: 1,
    selectDue: () => Prisma.sql`select min("dueAt") from "IntegrationDelivery" where state = 'waiting'`,
    run: sendDeliveries,
  },
  {
    name: 'queue delayed mails',
    everySeconds: 1,
    selectDue: () => Prisma.sql`select min("dueAt") from "DelayedMail"`,
    run: queueDelayedMails,
  },
  {
    name: 'tell of new reviews',
    everySeconds: 15,
    selectDue: () => Prisma.sql`
      select min(greatest("pendingSince", "lastSentAt" + ${newReviewNoticeEveryHours} * interval '1 hour'))
      from "ReviewNotice" where "pendingSince" is not null`,
    run: queueNewReviewNotices,
  },
  {
    name: 'send weekly summaries',
    everySeconds: 300,
    // A day that is later than the present one in every zone.
    selectDue: ifAny(
      (now) => Prisma.sql`from "Shop" s left join "ReviewNotice" n on n."shopId" = s.id
      where n."summaryDay" is null or n."summaryDay" < ${daysBefore(now, -2)}`,
    ),
    run: queueWeeklySummaries,
  },
  {
    name: 'publish ripe reviews',
    everySeconds: 60,
    selectDue: ifAny(
      (now) => Prisma.sql`from "Review"
      where ${isDueForPublishing} and "enteredAt" <= ${daysBefore(now, autoPublishAfterDays)}`,
    ),
    run: publishDueReviews,
  },
  {
    name: 'empty recycle bins',
    everySeconds: 600,
    selectDue: ifAny(
      (now) => Prisma.sql`from "Review" where status = 'deleted' and "deletedAt" <= ${daysBefore(now, 15)}`,
    ),
    run: purgeTrash,
  },
  {
    name: 'follow work',
    everySeconds: 2,
    // The job of a new row takes it in a moment.
    graceSeconds: 2,
    selectDue: (now) => selectFreeWork(works, now),
    run: (deps) => queueDueWork(deps, works),
  },
  {
    name: 'forget old acts on many',
    everySeconds: 3600,
    selectDue: ifAny((now) => Prisma.sql`from "BulkRun" where "finishedAt" < ${daysBefore(now, bulkUndoHours / 24)}`),
    run: purgeBulks,
  },
  {
    name: 'forget old exports',
    everySeconds: 3600,
    selectDue: ifAny(
      (now) =>
        Prisma.sql`from "ReviewExport" where "fileKey" <> '' and "finishedAt" < ${daysBefore(now, exportFileDays)}`,
    ),
    run: purgeExports,
  },
  {
    name: 'forget old archives',
    everySeconds: 3600,
    selectDue: ifAny(
      (now) =>
        Prisma.sql`from "ShopArchive" where status <> 'running' and segments <> '[]' and "finishedAt" < ${daysBefore(now, exportFileDays)}`,
    ),
    run: purgeArchives,
  },
  { name: 'copy pictures of our own', everySeconds: 2, selectDue: ifPendingMedia, run: copyOwnMedia },
  { name: 'fetch pictures', everySeconds: 1, selectDue: ifPendingMedia, run: fetchMedia },
]
