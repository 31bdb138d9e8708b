import { purgeOldRows } from './background/purge.ts'
import { runBulk } from './bulk/bulk.ts'
import { purgeBulks } from './bulk/purge.ts'
import { resumeBulks } from './bulk/run.ts'
import { mailEditRequests } from './edit-requests/mail.ts'
import { purgeUnusedFiles } from './files/unused-files.ts'
import { checkQueued, followChecks, runImport } from './imports/imports.ts'
import { fetchAwaited } from './imports/fetch-judgeme.ts'
import { fetchMedia } from './imports/media.ts'
import { copyOwnMedia } from './imports/own-media.ts'
import { purgeImports } from './imports/purge.ts'
import { resumeImports } from './imports/running/aside.ts'
import { tellOfNewReviews } from './notifications/notice.ts'
import { mailNotices } from './notifications/notice-mail.ts'
import { syncProducts } from './products/sync.ts'
import { rescheduleWaiting } from './requests/reschedule.ts'
import { publishRipe, purgeTrash } from './reviews/lifecycle.ts'
import { mailReplies } from './reviews/reply-mail.ts'
import { retitleReviews } from './reviews/retitle.ts'
import { purgeExports } from './review-export/purge.ts'
import { followExports, runExport } from './review-export/run.ts'
import { renewPaused } from './sending/renew-paused.ts'
import { sendDue } from './sending/send-due.ts'
import type { Jobs, Schedule } from './background/runner.ts'

/** What runs for each job: at least once, under the shop that queued it. */
export const jobs: Jobs = {
  'bulk.run': runBulk,
  'imports.check': checkQueued,
  'imports.fetch': fetchAwaited,
  'imports.run': runImport,
  'mails.editRequests': mailEditRequests,
  'mails.notices': mailNotices,
  'mails.replies': mailReplies,
  'products.sync': syncProducts,
  'reviews.export': runExport,
  'reviews.retitle': retitleReviews,
  'requests.reschedule': rescheduleWaiting,
}

/** What is found by looking at rows, across shops, by the business clock. */
export const schedules: readonly Schedule[] = [
  { name: 'renew paused requests', everySeconds: 60, run: renewPaused },
  { name: 'forget old rows', everySeconds: 3600, run: purgeOldRows },
  { name: 'forget old imports', everySeconds: 3600, run: purgeImports },
  { name: 'delete unused files', everySeconds: 3600, run: purgeUnusedFiles },
  { name: 'send due requests', everySeconds: 1, run: sendDue },
  { name: 'tell of new reviews', everySeconds: 15, run: tellOfNewReviews },
  { name: 'publish ripe reviews', everySeconds: 60, run: publishRipe },
  { name: 'empty recycle bins', everySeconds: 600, run: purgeTrash },
  { name: 'follow checks of imports', everySeconds: 10, run: followChecks },
  { name: 'follow acts on many', everySeconds: 2, run: resumeBulks },
  { name: 'forget old acts on many', everySeconds: 3600, run: purgeBulks },
  { name: 'follow imports', everySeconds: 2, run: resumeImports },
  { name: 'follow exports', everySeconds: 5, run: followExports },
  { name: 'forget old exports', everySeconds: 3600, run: purgeExports },
  { name: 'copy pictures of our own', everySeconds: 2, run: copyOwnMedia },
  { name: 'fetch pictures', everySeconds: 1, run: fetchMedia },
]
