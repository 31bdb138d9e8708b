import { msg } from '@lingui/core/macro'
import { brands } from './brands.ts'
import type { Document } from './reviewDocuments.ts'

/** Settings documents of the services that a shop connects to. */
export const integrationDocuments: Readonly<Record<string, Document>> = {
  pushOwl: {
    title: brands.pushOwl.name,
    path: '/settings/integration/push-owl',
    fields: {
      webPush: msg`Ask signed-in customers for notifications`,
      reviewReminderStatus: msg`Send a notification with each review request`,
      photoReminderStatus: msg`Send a notification with each photo reminder`,
    },
  },
  aem: {
    title: brands.aem.name,
    path: '/settings/integration/aem',
    fields: {
      sendReviews: msg`Send an event for each new review`,
    },
  },
  klaviyo: {
    title: brands.klaviyo.name,
    path: '/settings/integration/klaviyo',
    fields: {
      sendSubmitted: msg`New review`,
      sendPublished: msg`Published review`,
      sendReplies: msg`Reply to a review`,
    },
  },
  joy: {
    title: brands.joy.name,
    path: '/settings/integration/joy',
    fields: {
      enableReviewDiscount: msg`Reviews earn points`,
      pointsReview: msg`Points for a review`,
      pointsPhoto: msg`Points for a review with a photo or video`,
      enableReviewRequest: msg`Name the points in review requests`,
      enablePhotoReviewReminder: msg`Name the points in photo reminders`,
    },
  },
}
