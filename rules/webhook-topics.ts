/** Events that a webhook can receive. */
export const WEBHOOK_TOPICS = [
  'review.created',
  'review.updated',
  'review.published',
  'review.deleted',
  'request.sent',
  'import.finished',
] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

/** Event of `Send a test event`; every endpoint receives it. */
export const testTopic = 'webhook.test'

export const maxWebhooks = 10
export const maxWebhookUrlChars = 2000
/** After so many days without one accepted delivery, an endpoint is disabled. */
export const webhookFailureDays = 5
/** Hours for which a replaced secret signs beside the new one. */
export const oldSecretHours = 24
