/**
 * The store platform as Candor needs it (spec 1, 7). Two adapters speak it: `shopify/` and `demo/`; nothing above
 * this file knows which one runs. What arrives through it was written by strangers until a `verify` said otherwise.
 */
export interface PlatformPort {
  readonly name: 'shopify' | 'demo'
  /** Client id of the app on the platform; public. */
  readonly apiKey: string
  /** Whether the text has the form of a shop's permanent domain, lower case. Says nothing about its existence. */
  isShopDomain(text: string): boolean
  /** The session behind an ID token, or null for every token that is not whole, current and ours. Wall clock. */
  verifyIdToken(token: string): Promise<IdTokenSession | null>
  /** Header names may come in any case; the body must be the bytes as they arrived. */
  verifyWebhook(rawBody: Uint8Array, headers: IncomingHeaders): PlatformWebhook | null
  /** A call that the platform forwarded from the shop's own address; null unless it is signed and 90 s young. */
  verifyProxy(query: URLSearchParams): ProxyCall | null
  /** Makes background access to the shop possible from a verified session (token exchange); nothing to do when it is. */
  connect(shop: PlatformShop, idToken: string): Promise<void>
  /** Whether background access must be won first: the row of the shop keeps none. */
  needsAccess(shop: { platformTokens: string | null }): boolean
  /** What the platform knows of the shop, asked when it is seen for the first time. */
  shopDetails(shop: PlatformShop): Promise<PlatformShopDetails>
  searchProducts(shop: PlatformShop, input: ProductSearch): Promise<PlatformProduct[]>
  /** A page of the whole catalog by the platform's id, behind `after`; null begins. As large as one call may ask for. */
  productsPage(shop: PlatformShop, after: string | null): Promise<ProductsPage>
  /** Products in the order asked for; the unknown ones are left out. At most 250 ids. */
  productsByIds(shop: PlatformShop, platformIds: readonly string[]): Promise<PlatformProduct[]>
  searchCustomers(shop: PlatformShop, input: CustomerSearch): Promise<PlatformCustomer[]>
  /** How many orders were placed in a range. The platform may stop counting at 10,000. */
  countOrders(shop: PlatformShop, range: OrderRange): Promise<number>
  /** A page of the orders of a range, the newest first, behind `after`; null begins. */
  ordersPage(shop: PlatformShop, range: OrderRange, after: string | null): Promise<OrdersPage>
  /**
   * Makes a discount code that is used once, and answers its id there. A code that exists already is the same one, made by an earlier try.
   */
  createDiscount(shop: PlatformShop, discount: NewDiscount): Promise<string>
  /** Shows ratings in the products' metafields `reviews.rating` and `reviews.rating_count`; a product without reviews loses both. At most `mostRatings`. */
  setRatings(shop: PlatformShop, ratings: readonly ProductRating[]): Promise<void>
  /** The languages in which the shop's pages are published, the primary one first. */
  publishedLocales(shop: PlatformShop): Promise<string[]>
  /** Keeps values that only we may write and the theme app extension reads. At most `mostThemeValues`. */
  setThemeValues(shop: PlatformShop, values: readonly ThemeValue[]): Promise<void>
  /** The JSON files of the live theme: which blocks stand where, and its settings (`config/settings_data.json`). A theme of the old kind, which takes no app blocks, has no templates among them. */
  themeFiles(shop: PlatformShop): Promise<ThemeFile[]>
  /** Where the merchant adds a block of the extension to the live theme. */
  addToThemeUrl(shop: { shopifyDomain: string }, block: ThemeBlock): string
  /** Path on the shop's own address from which the platform forwards calls to `/storefront/`. */
  readonly proxyPath: string
  /** Ends a code that must not be used any more. One that is gone already is none the less ended. */
  endDiscount(shop: PlatformShop, code: string): Promise<void>
  /** The shop's home page. */
  shopUrl(shop: { domain: string }): string
  /** Where shoppers find a product. `domain` is the shop's public address without scheme. */
  productUrl(shop: { shopifyDomain: string; domain: string }, handle: string): string
  /** Where a shopper signs in at the shop to come back to a path that the platform forwards to us (`/storefront/` + `path`). */
  signInUrl(shop: { shopifyDomain: string; domain: string }, path: string): string
  /** Where the merchant opens a page of the app; `path` as the admin's own addresses write it, with a leading slash. */
  adminUrl(shop: { shopifyDomain: string }, path: string): string
  /** Sources for `frame-ancestors`: who may put /embed into a frame. */
  frameAncestors(shopDomain: string | null): string[]
  /** Head tags of the /embed page: the first script there, nowhere else. Already escaped. */
  appBridgeTag(): string
  /** Headers that tell the admin's script what to do about a 401 or 403 (spec 8). */
  refusalHeaders(refusal: SessionRefusal): Record<string, string>
}

/** `stale`: a fresh ID token would help. `reauthorize`: the merchant must grant access again, at `url`. */
export type SessionRefusal = { kind: 'stale' } | { kind: 'reauthorize'; url?: string }

export type IncomingHeaders = Record<string, string | string[] | undefined>

/** The part of a shop's row that the adapters need. */
export interface PlatformShop {
  id: string
  shopifyDomain: string
}

export interface IdTokenSession {
  shopDomain: string
  /** The platform's id of the person, as text. */
  userId: string
  /** One per person and app; empty when the platform left it out. */
  sessionId: string
}

export interface PlatformWebhook {
  /** As the platform writes it: `orders/create`. */
  topic: string
  shopDomain: string
  /** The same for every repetition of one delivery. */
  webhookId: string
  /** When the event happened: events are ordered by this, not by their arrival. Null when the platform did not say. */
  triggeredAt: Date | null
  payload: Record<string, unknown>
}

export interface ProxyCall {
  shopDomain: string
  pathPrefix: string
  /** Vouched for by the platform, so fit to prove who a shopper is. */
  customerId: string | null
}

/** Each rating is two metafields, of which one call of the platform takes 25. */
export const mostRatings = 12

export interface ProductRating {
  /** The platform's id of the product. */
  platformId: string
  /** Of 5, with two places. */
  average: number
  count: number
}

/** What one call of the platform takes. */
export const mostThemeValues = 25

export interface ThemeValue {
  /** The platform's id of the product; null for the whole shop. */
  platformId: string | null
  /** What tells a value from the owner's others: `widgets_en`, with the language. */
  key: string
  /** JSON. */
  json: string
}

export interface ThemeFile {
  /** As the theme names it: `templates/product.json`. */
  name: string
  text: string
}

/** A block of the theme app extension. */
export interface ThemeBlock {
  /** Name of its file. */
  handle: string
  /** The theme's template that it is added to; null for an embed, which stands on every page. */
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
  /** Other discounts that it goes together with. */
  combinesWith: readonly ('product' | 'order' | 'shipping')[]
  /** The only customer who can use it; null: everybody. */
  customerId: string | null
}

export interface ProductSearch {
  search: string
  /** 1 to 250. */
  limit: number
  status?: 'active' | 'draft' | 'archived' | undefined
  publishedStatus?: 'published' | 'unpublished' | undefined
}

export interface ProductsPage {
  products: PlatformProduct[]
  /** What the next page is behind: the id of a product, which does not go stale; null after the last page. */
  next: string | null
}

/** When orders were placed, both ends included. */
export interface OrderRange {
  from: Date
  to: Date
}

export interface OrdersPage {
  orders: PlatformOrder[]
  /** What the next page is behind; null after the last page. */
  next: string | null
}

export interface PlatformOrder {
  platformId: string
  /** The order as webhooks describe it. */
  payload: Record<string, unknown>
}

export interface CustomerSearch {
  search: string
  /** 1 to 250. */
  limit: number
}

export interface PlatformVariant {
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

export interface PlatformCustomer {
  platformId: string
  displayName: string
  firstName: string
  lastName: string
  /** Null when the platform keeps none or does not show it to us. */
  email: string | null
  locale: string | null
}

export interface PlatformShopDetails {
  name: string
  email: string
  /** The address shoppers use, without scheme. */
  domain: string
  ownerName: string
  ianaTimezone: string
  currency: string
  /** One of `basic`, `plus`, `partner_test`. */
  shopifyPlan: string
  primaryLocale: string
}
