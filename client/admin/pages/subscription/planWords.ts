import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Feature } from '../../../../rules/plans.ts'
import type { DowngradeReason } from '../../../../rules/subscription.ts'

/** What each feature gives a merchant, for lists of plans. */
export const featureWords: Readonly<Record<Feature, MessageDescriptor>> = {
  photoReminder: msg`Reminders to add photos`,
  reviewReply: msg`Replies by email`,
  confirmEdit: msg`Edit requests by email`,
  discountEmail: msg`Discount codes by email`,
  interactiveEmail: msg`Reviews written inside the email`,
  replies: msg`Replies to reviews`,
  recycleBin: msg`Trash`,
  translatedContent: msg`Emails and reviews in further languages`,
  videoReviews: msg`Video reviews`,
  qrCode: msg`QR codes`,
  customCss: msg`Your own CSS`,
  ugc: msg`Shoppers’ photos first`,
  removeBranding: msg`No Candor branding`,
  unlimitedRequests: msg`Unlimited review requests`,
  flowIntegration: msg`Shopify Flow`,
  pushNotifications: msg`Push notifications`,
  api: msg`API`,
  webhooks: msg`Webhooks`,
  headless: msg`Headless storefronts`,
}

/** Says in one line for which shops a plan is. */
export const planLines: Readonly<Record<string, MessageDescriptor>> = {
  Free: msg`Start collecting reviews`,
  Pro: msg`Reply, restyle and grow`,
  Advanced: msg`Videos, discounts, no limits`,
  Enterprise: msg`For Shopify Plus stores`,
}

export const reasonWords: Readonly<Record<DowngradeReason, MessageDescriptor>> = {
  tooExpensive: msg`It costs too much`,
  missingFeature: msg`A feature is missing`,
  notUsed: msg`I don’t use it enough`,
  otherApp: msg`I’m moving to another app`,
  closing: msg`I’m closing my store`,
  other: msg`Something else`,
}
