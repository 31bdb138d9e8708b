import type { Ctx } from '../core/context.ts'
import { applyCustomerEvent, CUSTOMER_TOPICS } from '../shop/customers/customers.ts'
import { applyOrderEvent, ORDER_TOPICS } from '../shop/orders/orders.ts'
import { fetchChangedProducts, saveProducts, markProductDeleted } from '../shop/products/sync.ts'
import { deleteSecrets } from '../core/secrets/shop-secrets.ts'
import { shopUninstalled } from '../shop/shops/uninstall.ts'
import type { PlatformWebhook } from '../platform/platform.ts'

/** What an event changes here; runs in the transaction that keeps the event's receipt, so it asks only the database. */
export type WebhookEffect = (tx: Ctx) => Promise<unknown>

/** Finds out what an event asks for, before any transaction. */
export type WebhookHandler = (ctx: Ctx, webhook: PlatformWebhook) => WebhookEffect | Promise<WebhookEffect>

const orderChanged: WebhookHandler = (_ctx, webhook) => (tx) => applyOrderEvent(tx, webhook)

const productChanged: WebhookHandler = async (ctx, { payload }) => {
  const products = await fetchChangedProducts(ctx, payload)
  return (tx) => saveProducts(tx, products)
}

/** An uninstall from before the shop came to us speaks of an earlier stay. */
const markUninstalled: WebhookHandler =
  ({ shop }, { triggeredAt }) =>
  async (tx) => {
    if (triggeredAt && triggeredAt < shop.createdAt) return
    await shopUninstalled(tx)
    // No job asks other services for the shop any more.
    await deleteSecrets(tx)
  }

/** Topic of the platform to what it does here. A topic that is not listed is answered and left alone. */
export const webhookTopics: ReadonlyMap<string, WebhookHandler> = new Map<string, WebhookHandler>([
  ...ORDER_TOPICS.map((topic) => [topic, orderChanged] as const),
  ...CUSTOMER_TOPICS.map(
    (topic) => [topic, (_ctx, webhook) => (tx) => applyCustomerEvent(tx, webhook)] as [string, WebhookHandler],
  ),
  ['products/create', productChanged],
  ['products/update', productChanged],
  [
    'products/delete',
    (_ctx, { payload }) =>
      (tx) =>
        markProductDeleted(tx, payload),
  ],
  ['app/uninstalled', markUninstalled],
])
