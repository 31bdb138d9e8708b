import type { Ctx } from '../core/context.ts'
import { applyCustomerEvent, CUSTOMER_TOPICS } from '../shop/customers/customers.ts'
import { applyOrderEvent, ORDER_TOPICS } from '../shop/orders/orders.ts'
import { markProductDeleted, queueChangedProduct } from '../shop/products/sync.ts'
import { deleteSecrets } from '../core/secrets/shop-secrets.ts'
import { endSubscriptions } from '../shop/billing/sync.ts'
import { stopFirstImport } from '../shop/install/first-import.ts'
import { PRIVACY_TOPICS, receivePrivacyRequest } from '../shop/privacy/receive.ts'
import { shopUninstalled } from '../shop/shops/uninstall.ts'
import type { PlatformWebhook } from '../platform/platform.ts'

/** Applies an event. Runs in the transaction of the event's receipt, so it uses only the database. */
export type WebhookEffect = (tx: Ctx) => Promise<unknown>

/** Determines an event's effect, before any transaction. */
type WebhookHandler = (ctx: Ctx, webhook: PlatformWebhook) => WebhookEffect | Promise<WebhookEffect>

const orderChanged: WebhookHandler = (_ctx, webhook) => (tx) => applyOrderEvent(tx, webhook)

const productChanged: WebhookHandler =
  (_ctx, { payload }) =>
  (tx) =>
    queueChangedProduct(tx, payload)

const privacyRequested: WebhookHandler = (_ctx, webhook) => (tx) => receivePrivacyRequest(tx, webhook)

/** Ignores an uninstall that is older than the shop's current installation. */
const markUninstalled: WebhookHandler =
  ({ shop }, { triggeredAt }) =>
  async (tx) => {
    if (triggeredAt && triggeredAt < (shop.installedAt ?? shop.createdAt)) return
    await endSubscriptions(tx)
    await stopFirstImport(tx)
    await shopUninstalled(tx)
    // Stops jobs from calling other services for the shop.
    await deleteSecrets(tx)
  }

/** These say only that something changed: the job reads the state, so order and repetition don't matter. */
const SHOP_TOPICS = [
  'shop/update',
  'app/scopes_update',
  'themes/publish',
  'locales/create',
  'locales/update',
  'locales/destroy',
] as const
const shopChanged: WebhookHandler = () => (tx) => tx.enqueue('shop.refresh', {})

/** Handlers by topic of the platform. Other topics are acknowledged and ignored. */
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
  ...SHOP_TOPICS.map((topic) => [topic, shopChanged] as const),
  ...PRIVACY_TOPICS.map((topic) => [topic, privacyRequested] as const),
  // Says only that something changed: the job reads the state, so order and repetition don't matter.
  ['app_subscriptions/update', () => (tx) => tx.enqueue('billing.sync', {})],
])
