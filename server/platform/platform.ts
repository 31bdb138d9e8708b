import type { BillingProvider } from './billing.ts'
import type { BulkPort } from './bulk.ts'

/**
 * The store platform (spec 1, 7). Only its adapters know which one runs. Input is untrusted until a `verify` accepts
 * it.
 */
export interface PlatformPort {
  readonly name: 'shopify' | 'demo'
  readonly apiKey: string
  /** Where merchants pay. */
  readonly billing: BillingProvider
  /** Returns whether the text has the form of a shop's permanent domain, lower case. The shop need not exist. */
  isShopDomain(text: string): boolean
  /**
   * Returns the session of an ID token. Null if the signature is invalid, the token expired (wall clock) or it belongs to
   * another app.
   */
  verifyIdToken(token: string): Promise<IdTokenSession | null>
  /**
   * Returns the shop of a session token of the platform's checkout pages; null as `verifyIdToken`. The token names a
   * signed-in customer, but no order.
   */
  verifyCheckoutToken(token: string): Promise<CheckoutSession | null>
  /** Header names may have any case; the body must be the raw bytes. */
  verifyWebhook(rawBody: Uint8Array, headers: IncomingHeaders): PlatformWebhook | null
  /** Reads a call that the platform forwarded; null unless it is signed and at most 90 s old. */
  verifyProxy(query: URLSearchParams): ProxyCall | null
  /** Gains background access to the shop from a verified session (token exchange), unless it exists. */
  connect(shop: PlatformShop, idToken: string): Promise<void>
  /** Returns the platform's page where a merchant grants access; it leads to `redirectUri` with a signed callback. */
  authorizeUrl(shopDomain: string, request: AuthorizeRequest): string
  /** Reads the callback of that page; null unless it is signed and at most 90 s old. */
  readCallback(query: URLSearchParams): OAuthCallback | null
  /** Exchanges a callback's code for background access. @throws AccessRefused for a used code, or another shop's */
  redeemCode(shopDomain: string, code: string): Promise<{ keep(shop: PlatformShop): Promise<void> }>
  /** Permanent domain of the operator's own shop, which needs no merchant's grant. Null: none. */
  readonly ownShop: string | null
  /** Whole catalogs and order histories, written by the platform into a file. */
  readonly bulk: BulkPort
  /** Returns whether the shop's row lacks background access. */
  needsAccess(shop: { platformTokens: string | null }): boolean
  /** Returns the platform's details of a shop, and the access it has granted. */
  shopDetails(shop: PlatformShop): Promise<PlatformShopDetails>
  searchProducts(shop: PlatformShop, input: ProductSearch): Promise<PlatformProduct[]>
  /** Returns products in the requested order without unknown ones. At most 250 ids. */
  productsByIds(shop: PlatformShop, platformIds: readonly string[]): Promise<PlatformProduct[]>
  searchCustomers(shop: PlatformShop, input: CustomerSearch): Promise<PlatformCustomer[]>
  /** Counts the orders of a range. The platform may stop at 10,000. */
  countOrders(shop: PlatformShop, range: OrderRange): Promise<number>
  /** Returns a page of a range's orders after `after`, newest first; null starts. */
  ordersPage(shop: PlatformShop, range: OrderRange, after: string | null): Promise<OrdersPage>
  /** Returns orders without unknown ones, in no order. */
  ordersByIds(shop: PlatformShop, platformIds: readonly string[]): Promise<PlatformOrder[]>
  /** Returns a page of orders changed at or after a time, oldest change first; null starts. */
  changedOrders(shop: PlatformShop, since: Date, after: string | null): Promise<ChangedOrdersPage>
  /** Creates a single-use discount code and returns its platform id. An existing code is reused, for retries. */
  createDiscount(shop: PlatformShop, discount: NewDiscount): Promise<string>
  /**
   * Writes ratings to `reviews.rating` and `reviews.rating_count`; removes both without reviews. At most `mostRatings`.
   */
  setRatings(shop: PlatformShop, ratings: readonly ProductRating[]): Promise<void>
  /** Returns the languages of the shop's published pages, the primary one first. */
  publishedLocales(shop: PlatformShop): Promise<string[]>
  /** Stores values that only Candor may write and the theme app extension reads. At most `mostThemeValues`. */
  setThemeValues(shop: PlatformShop, values: readonly ThemeValue[]): Promise<void>
  /** Returns the live theme's JSON files: templates and `config/settings_data.json`. Old themes have no templates. */
  themeFiles(shop: PlatformShop): Promise<ThemeFile[]>
  /** Returns the URL where the merchant adds a block of the extension to the live theme. */
  addToThemeUrl(shop: { shopifyDomain: string }, block: ThemeBlock): string
  readonly proxyPath: string
  /** Ends a discount code. A code that is already gone counts as ended. */
  endDiscount(shop: PlatformShop, code: string): Promise<void>
  shopUrl(shop: { domain: string }): string
  /** Returns the URL that applies a discount code and opens the shop. */
  discountUrl(shop: { domain: string }, code: string): string
  /** Returns the shop's own URL of a forwarded path (`/storefront/` + `path`). */
  forwardedUrl(shop: { domain: string }, path: string): string
  /** Returns a product's public URL. `domain` is the shop's public address without scheme. */
  productUrl(shop: { shopifyDomain: string; domain: string }, handle: string): string
  /** Returns the shop's sign-in URL, which leads back to a forwarded path (`/storefront/` + `path`). */
  signInUrl(shop: { shopifyDomain: string; domain: string }, path: string): string
  /** Returns the URL of an app page in the platform's admin; `path` is the admin's own, with a leading slash. */
  adminUrl(shop: { shopifyDomain: string }, path: string): string
  /** Returns sources for `frame-ancestors` of /embed. */
  frameAncestors(shopDomain: string | null): string[]
  /** Head tags of the /embed page, already escaped; they must come before all other scripts. `script` is their URL. */
  appBridge: { tags: string; script: string }
  /** Starts workflows that begin with a trigger. Returns the platform's complaint; null if it accepted the event. */
  startFlows(shop: PlatformShop, trigger: FlowTriggerCall): Promise<string | null>
  /** Reads a call of a workflow's action from the raw body; null unless it is signed. */
  verifyFlowAction(rawBody: Uint8Array, headers: IncomingHeaders): FlowActionCall | null
  /** Returns the page where the merchant makes workflows. */
  flowUrl(shop: { shopifyDomain: string }): string
  /** Returns headers that tell the admin's script how to handle a 401 or 403 (spec 8). */
  refusalHeaders(refusal: SessionRefusal): Record<string, string>
}

export interface AuthorizeRequest {
  state: string
  redirectUri: string
  scopes: readonly string[]
}

export interface FlowTriggerCall {
  handle: string
  /** Keys as in the trigger's extension; less than 50,000 bytes of JSON. */
  payload: Readonly<Record<string, string | number>>
}

export interface FlowActionCall {
  shopDomain: string
  /** Same for every repetition of a step of a workflow. */
  runId: string
  /** What the merchant entered, by the keys of the action's extension. */
  properties: Readonly<Record<string, unknown>>
}

export interface OAuthCallback {
  shopDomain: string
  code: string
  state: string
}

/** `stale`: retry with a fresh ID token. `reauthorize`: the merchant must grant access again. */
export type SessionRefusal = { kind: 'stale' } | { kind: 'reauthorize'; url?: string }

export type IncomingHeaders = Record<string, string | string[] | undefined>

export interface PlatformShop {
  id: string
  shopifyDomain: string
  /** Absent or empty: not known yet. */
  grantedScopes?: readonly string[]
}

export interface CheckoutSession {
  shopDomain: string
  /** The platform's id; null for a guest, and where the app may not read customers. */
  customerId: string | null
}

export interface IdTokenSession {
  shopDomain: string
  /** The user's id on the platform, as text. */
  userId: string
  /** One per user and app; empty if the platform omits it. */
  sessionId: string
}

export interface PlatformWebhook {
  /** In the form `orders/create`. */
  topic: string
  shopDomain: string
  /** Same for every repetition of a delivery. */
  webhookId: string
  /** Same for all deliveries of one event to several subscriptions. Null if the platform omits it. */
  eventId: string | null
  /** Time of the event, which orders events instead of their arrival. Null if the platform omits it. */
  triggeredAt: Date | null
  payload: Record<string, unknown>
}

export interface ProxyCall {
  shopDomain: string
  pathPrefix: string
  /** Verified by the platform, so it proves a shopper's identity. */
  customerId: string | null
}

/** One call of the platform takes 25 metafields; each rating needs two. */
export const mostRatings = 12

export interface ProductRating {
  /** The product's id on the platform. */
  platformId: string
  /** Average of 5, with two decimals. */
  average: number
  count: number
}

/** Limit of one call of the platform. */
export const mostThemeValues = 25

export interface ThemeValue {
  /** The product's id on the platform; null for the whole shop. */
  platformId: string | null
  /** Distinguishes the owner's values; includes the language: `widgets_en`. */
  key: string
  json: string
}

export interface ThemeFile {
  /** In the form `templates/product.json`. */
  name: string
  text: string
}

export interface ThemeBlock {
  handle: string
  /** The template to add it to; null for an embed, which is on every page. */
  template: string | null
}

export interface NewDiscount {
  code: string
  type: 'percentage' | 'amount' | 'shipping'
  /** Percent, or whole units of the shop's currency. */
  value: number
  startsAt: Date
  /** Null: never. */
  endsAt: Date | null
  /** Other discounts that it combines with. */
  combinesWith: readonly ('product' | 'order' | 'shipping')[]
  /** The only customer who can use it; null: everyone. */
  customerId: string | null
  /** The products it applies to; none: the whole order. */
  productIds: readonly string[]
}

export interface ProductSearch {
  search: string
  limit: number
  status?: 'active' | 'draft' | 'archived' | undefined
  publishedStatus?: 'published' | 'unpublished' | undefined
}

/** Range of order times, both ends included. */
export interface OrderRange {
  from: Date
  to: Date
}

export interface OrdersPage {
  orders: PlatformOrder[]
  /** Cursor of the next page; null after the last page. */
  next: string | null
}

export interface PlatformOrder {
  platformId: string
  /** The order in the form of webhooks. */
  payload: Record<string, unknown>
}

interface ChangedOrdersPage {
  orders: (PlatformOrder & { updatedAt: Date })[]
  /** The platform's cursor of the next page; null after the last page. */
  next: string | null
}

interface CustomerSearch {
  search: string
  limit: number
}

interface PlatformVariant {
  id: string
  title: string
  sku: string
  /** Usually a GTIN, as the merchant typed it; may be anything. */
  barcode: string
  priceCents: number
}

export interface PlatformProduct {
  platformId: string
  handle: string
  title: string
  image: string | null
  status: 'active' | 'draft' | 'archived'
  vendor: string
  productType: string
  /** Plain text. */
  description: string
  tags: string[]
  variants: PlatformVariant[]
  /** Lowest price of the variants. */
  priceCents: number
  currency: string
}

interface PlatformCustomer {
  platformId: string
  displayName: string
  firstName: string
  lastName: string
  /** Null if the platform has none or hides it from us. */
  email: string | null
  locale: string | null
}

export interface PlatformShopDetails {
  name: string
  email: string
  /** The public address, without scheme. */
  domain: string
  ownerName: string
  ianaTimezone: string
  currency: string
  /** One of `basic`, `plus`, `partner_test`. */
  shopifyPlan: string
  primaryLocale: string
  /** Access that the merchant has granted. */
  grantedScopes: string[]
}
