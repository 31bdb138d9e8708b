import { queueDueWork, makeWorkJob } from '../core/background/claim.ts'
import { purgeOldRows } from '../core/background/purge.ts'
import { purgeBulks } from '../reviews/bulk/purge.ts'
import { bulkWork } from '../reviews/bulk/run.ts'
import { queueDelayedMails } from '../requests/delayed-mails/delayed-mails.ts'
import { issueQueuedDiscount, withdrawQueuedDiscount } from '../requests/discounts/issue.ts'
import { mailDiscounts, remindOfDiscounts } from '../requests/discounts/discount-mails.ts'
import { mailEditRequests } from '../reviews/edit-requests/edit-request-mail.ts'
import { purgeUnusedFiles } from '../core/files/unused-files.ts'
import { checkQueuedImport, checkWork } from '../imports/checking/check-work.ts'
import { fetchWork } from '../imports/fetching/fetch-judgeme.ts'
import { fetchMedia } from '../imports/media/media.ts'
import { copyOwnMedia } from '../imports/media/own-media.ts'
import { purgeImports } from '../imports/purge.ts'
import { runQueuedSlice } from '../imports/running/run-queued-slice.ts'
import { undoWork } from '../imports/running/run-undo.ts'
import { importWork } from '../imports/running/run.ts'
import { sendDelivery } from '../shop/integrations/send-delivery.ts'
import { queueNewReviewNotices } from '../reviews/notices/notice.ts'
import { mailNotices } from '../reviews/notices/notice-mail.ts'
import { queueWeeklySummaries } from '../reviews/notices/weekly-summary.ts'
import { oldOrderWork } from '../requests/old-orders/run.ts'
import { syncOldCatalogs, syncProducts } from '../shop/products/sync.ts'
import { sendPushes } from '../requests/push/send-pushes.ts'
import { queueInstagramSyncs, syncInstagram } from '../storefront/instagram/sync.ts'
import { retryRatings, sendRatings } from '../storefront/ratings/ratings.ts'
import { planFollowUps } from '../requests/requests/reminders.ts'
import { rescheduleWaiting } from '../requests/requests/reschedule.ts'
import { publishDueReviews, purgeTrash } from '../reviews/reviews/changes/lifecycle.ts'
import { mailReplies } from '../reviews/reviews/changes/reply-mail.ts'
import { retitleReviews } from '../reviews/reviews/changes/retitle.ts'
import { purgeExports } from '../reviews/export/purge.ts'
import { exportWork } from '../reviews/export/run.ts'
import { checkSenders } from '../requests/sender/sender.ts'
import { mailSenderRecords } from '../requests/sending/verification-mail.ts'
import { renewPaused } from '../requests/sending/renew-paused.ts'
import { sendDue } from '../requests/sending/send-due.ts'
import { renewThemes, retryThemes, sendTheme } from '../storefront/theme/theme.ts'
import type { Jobs, Schedule } from '../core/background/runner.ts'

/** Handlers by job. They run at least once, for the shop that queued the job. */
export const jobs: Jobs = {
  'bulk.run': makeWorkJob(bulkWork),
  'imports.check': makeWorkJob(checkWork, checkQueuedImport),
  'imports.fetch': makeWorkJob(fetchWork),
  'imports.run': makeWorkJob(importWork, runQueuedSlice),
  'discounts.issue': issueQueuedDiscount,
  'discounts.withdraw': withdrawQueuedDiscount,
  'integrations.deliver': sendDelivery,
  'instagram.sync': syncInstagram,
  'mails.discountReminders': remindOfDiscounts,
  'mails.discounts': mailDiscounts,
  'mails.editRequests': mailEditRequests,
  'mails.notices': mailNotices,
  'mails.replies': mailReplies,
  'mails.sender': mailSenderRecords,
  'oldOrders.run': makeWorkJob(oldOrderWork),
  'products.sync': syncProducts,
  'pushes.send': sendPushes,
  'ratings.send': sendRatings,
  'reviews.export': makeWorkJob(exportWork),
  'reviews.retitle': retitleReviews,
  'requests.followUps': planFollowUps,
  'requests.reschedule': rescheduleWaiting,
  'theme.send': sendTheme,
}

/** Long work: rows that a runner claims. Rows without a runner are queued again. */
const works = [bulkWork, checkWork, exportWork, fetchWork, importWork, oldOrderWork, undoWork]

/** Work found by scanning rows across shops, by the business clock. */
export const schedules: readonly Schedule[] = [
  { name: 'renew paused requests', everySeconds: 60, run: renewPaused },
  { name: 'sync old catalogs', everySeconds: 60, run: syncOldCatalogs },
  { name: 'renew themes', everySeconds: 60, run: renewThemes },
  { name: 'retry themes', everySeconds: 300, run: retryThemes },
  { name: 'retry ratings', everySeconds: 300, run: retryRatings },
  { name: 'check senders', everySeconds: 60, run: checkSenders },
  { name: 'forget old rows', everySeconds: 3600, run: purgeOldRows },
  { name: 'forget old imports', everySeconds: 3600, run: purgeImports },
  { name: 'delete unused files', everySeconds: 3600, run: purgeUnusedFiles },
  { name: 'read Instagram posts', everySeconds: 300, run: queueInstagramSyncs },
  { name: 'send due requests', everySeconds: 1, run: sendDue },
  { name: 'queue delayed mails', everySeconds: 1, run: queueDelayedMails },
  { name: 'tell of new reviews', everySeconds: 15, run: queueNewReviewNotices },
  { name: 'send weekly summaries', everySeconds: 300, run: queueWeeklySummaries },
  { name: 'publish ripe reviews', everySeconds: 60, run: publishDueReviews },
  { name: 'empty recycle bins', everySeconds: 600, run: purgeTrash },
  { name: 'follow work', everySeconds: 2, run: (deps) => queueDueWork(deps, works) },
  { name: 'forget old acts on many', everySeconds: 3600, run: purgeBulks },
  { name: 'forget old exports', everySeconds: 3600, run: purgeExports },
  { name: 'copy pictures of our own', everySeconds: 2, run: copyOwnMedia },
  { name: 'fetch pictures', everySeconds: 1, run: fetchMedia },
]
