import { redeemDiscounts, withdrawDiscounts } from './discounts/issue.ts'
import { offerDiscounts, startPublished } from './discounts/offer.ts'
import { queueEditRequestMails } from './edit-requests/mail.ts'
import { noteNewReviews, noteReported } from './notifications/notice.ts'
import { markRequestsReviewed } from './requests/progress.ts'
import { planPhotoReminders } from './requests/reminders.ts'
import { scheduleReviewRequest } from './requests/schedule.ts'
import { forgetReplyMails, queueReplyMails } from './reviews/changes/reply-mail.ts'
import { followSave } from './settings/effects.ts'
import { followLook } from './theme/theme.ts'
import type { Listeners } from './events.ts'

/** What follows from what: consequences stand here, not in service functions. They run in order, in the change's transaction. */
export const listeners: Listeners = {
  'order.changed': [scheduleReviewRequest, redeemDiscounts],
  'review.submitted': [markRequestsReviewed, noteNewReviews, offerDiscounts, planPhotoReminders],
  'review.published': [startPublished],
  'review.hidden': [],
  'review.removed': [withdrawDiscounts],
  'review.replied': [queueReplyMails],
  'review.replyDeleted': [forgetReplyMails],
  'review.revised': [noteNewReviews],
  'review.reported': [noteReported],
  'review.editRequested': [queueEditRequestMails],
  'import.finished': [],
  'setting.saved': [followSave, followLook],
}
