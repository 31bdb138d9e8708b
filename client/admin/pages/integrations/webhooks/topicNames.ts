import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WebhookTopic } from '../../../../../rules/webhook-topics.ts'

/** What each topic is about. */
export const topicNames: Readonly<Record<WebhookTopic, MessageDescriptor>> = {
  'review.created': msg`A shopper or you add a review`,
  'review.updated': msg`Text, rating, reply or status changes`,
  'review.published': msg`A review becomes visible in your store`,
  'review.deleted': msg`A review moves to the recycle bin or is deleted`,
  'request.sent': msg`A review request is sent`,
  'import.finished': msg`An import has ended`,
}
