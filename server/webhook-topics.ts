import type { Ctx } from './context.ts'
import { applyOrderEvent, ORDER_TOPICS } from './orders/orders.ts'
import type { PlatformWebhook } from './platform/platform.ts'

export type WebhookHandler = (ctx: Ctx, webhook: PlatformWebhook) => Promise<void>

/** Topic of the platform to what it does here. A topic that is not listed is answered and left alone. */
export const webhookTopics: Readonly<Record<string, WebhookHandler>> = {
  ...Object.fromEntries(ORDER_TOPICS.map((topic) => [topic, applyOrderEvent])),
}
