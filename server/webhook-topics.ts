import type { Ctx } from './context.ts'
import { applyOrderEvent, ORDER_TOPICS } from './orders/orders.ts'
import { productChanged, productDeleted } from './products/sync.ts'
import { shopUninstalled } from './shops/uninstall.ts'
import type { PlatformWebhook } from './platform/platform.ts'

export type WebhookHandler = (ctx: Ctx, webhook: PlatformWebhook) => Promise<void>

/** Topic of the platform to what it does here. A topic that is not listed is answered and left alone. */
export const webhookTopics: Readonly<Record<string, WebhookHandler>> = {
  ...Object.fromEntries(ORDER_TOPICS.map((topic) => [topic, applyOrderEvent])),
  'products/update': (ctx, { payload }) => productChanged(ctx, payload),
  'products/delete': (ctx, { payload }) => productDeleted(ctx, payload),
  'app/uninstalled': (ctx) => shopUninstalled(ctx),
}
