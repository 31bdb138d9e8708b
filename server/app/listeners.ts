import { redeemDiscounts, withdrawDiscounts } from '../requests/discounts/issue.ts'
import { offerDiscounts, startPublishedDiscounts } from '../requests/discounts/offer.ts'
import { queueEditRequestMails } from '../reviews/edit-requests/edit-request-mail.ts'
import {
  queueAssignedNotice,
  queueFrozenNotice,
  queueObjectedNotice,
  queueReportedNotice,
  queueWebhookNotice,
  recordNewReviews,
} from '../reviews/notices/notice.ts'
import { queueConfirmations } from '../reviews/confirmations/confirmations.ts'
import { compareArrived, compareImported, compareRemaining, compareRevised } from '../reviews/moderation/compare.ts'
import { settlePublished, settleRefused } from '../reviews/moderation/suspicions.ts'
import { grantObjections, stateReasons } from '../reviews/statements/statements.ts'
import { settleReports } from '../reviews/votes/reports.ts'
import { markRequestsReviewed } from '../requests/requests/progress.ts'
import { planPhotoReminders } from '../requests/requests/reminders.ts'
import { scheduleReviewRequest } from '../requests/requests/schedule.ts'
import { unassignReviews } from '../reviews/reviews/changes/assignee.ts'
import { planHeldMails } from '../reviews/moderation/held-mail.ts'
import { fillDeliveries } from '../reviews/reviews/adding/fill-deliveries.ts'
import { cancelReplyMails, queueReplyMails } from '../reviews/reviews/changes/reply-mail.ts'
import { settleHeldAnswer } from '../requests/survey/survey.ts'
import { planSurveyMail } from '../requests/survey/survey-mail.ts'
import { followSave } from './setting-effects.ts'
import { rewriteThemeOnSave, rewriteTheme } from '../storefront/theme/theme.ts'
import { queueDeletedWebhooks, queueImportWebhooks, queueWebhooks } from '../shop/webhooks/queue-webhooks.ts'
import type { Listeners } from '../core/events.ts'

/** Consequences of each event. Service functions don't call them. They run in order, in the change's transaction. */
export const listeners: Listeners = {
  'order.changed': [scheduleReviewRequest, redeemDiscounts, settleHeldAnswer, planSurveyMail, fillDeliveries],
  'review.submitted': [
    markRequestsReviewed,
    recordNewReviews,
    offerDiscounts,
    planPhotoReminders,
    queueConfirmations,
    planHeldMails,
    compareArrived,
  ],
  'review.created': [queueWebhooks('review.created')],
  'review.changed': [queueWebhooks('review.updated')],
  'review.published': [startPublishedDiscounts, grantObjections, settlePublished, queueWebhooks('review.published')],
  'review.hidden': [],
  'review.refused': [stateReasons, settleReports, settleRefused],
  'review.objected': [queueObjectedNotice],
  'review.assigned': [queueAssignedNotice],
  'review.removed': [withdrawDiscounts, settleRefused, compareRemaining, queueDeletedWebhooks],
  'review.replied': [queueReplyMails],
  'review.replyDeleted': [cancelReplyMails],
  'review.revised': [recordNewReviews, planHeldMails, compareRevised],
  'review.edited': [],
  'review.reported': [queueReportedNotice],
  'review.editRequested': [queueEditRequestMails],
  'person.removed': [unassignReviews],
  'shop.switched': [rewriteTheme],
  'plan.changed': [rewriteTheme, queueFrozenNotice],
  'webhook.disabled': [queueWebhookNotice],
  'import.finished': [compareImported, queueImportWebhooks],
  'setting.saved': [followSave, rewriteThemeOnSave],
}
