import type { BillingKind } from '../../rules/subscription.ts'
import { buildAppBridge, buildAuthorizeUrl, openBilling } from '../platform/shopify/shopify.ts'
import { makeAccessTokens, type TokenStore } from '../platform/shopify/access-tokens.ts'
import { makeAdminApi } from '../platform/shopify/admin-api.ts'
import { makeBulkReader } from '../platform/shopify/bulk.ts'
import { readCallback } from '../platform/callback-signature.ts'
import { demoWire } from './billing/admin-graphql.ts'
import { catalogOf, otherShopDomain } from './catalog/catalog.ts'
import type { DatabaseAccess } from '../core/database/for-shop.ts'
import { endDemoDiscount, keepDiscount } from './orders/discounts.ts'
import { setDemoRatings } from './theme/metafields.ts'
import { demoLocales, demoThemeFiles, setDemoThemeValues } from './theme/theme-values.ts'
import { demoOrders, demoOrdersOf } from './orders/past-orders.ts'
import { demoShopDetails } from './install/shop-details.ts'
import { makeIdTokenVerifier, makeTokenVerifiers } from '../platform/id-token.ts'
import type { PlatformPort, PlatformProduct, PlatformShop } from '../platform/platform.ts'
import { readProxyCall } from '../platform/proxy-signature.ts'
import { shopifyFlow } from '../platform/shopify/flow.ts'
import { refusalHeaders, webhookFamilies } from '../platform/shopify/headers.ts'
import { isShopDomain } from '../platform/shopify/shop-domain.ts'
import { proxyPrefix } from './store/shopper.ts'
import { readWebhook } from '../platform/webhook-signature.ts'

/** Small, so that the demo's orders have several pages like a large shop's. */
const pageSize = 10

interface DemoPlatformParts {
  apiKey: string
  secret: string
  /** Origin of this process, which serves the product pictures. */
  origin: string
  access: DatabaseAccess
  store: TokenStore
  billing: { kind: BillingKind; appHandle: string }
  /** The business clock. */
  now(): Date
}

/**
 * The demo's platform: its own catalog, and the customers of its own orders. Signs and checks tokens and webhooks
 * exactly like the real one. It has no backdoor: it refuses what the real one refuses.
 */
export function demoPlatform(parts: DemoPlatformParts): PlatformPort {
  const { apiKey, secret, origin, access, billing } = parts
  const rules = { apiKey, secret, isShopDomain }
  const db = access.acrossShops('the demo platform')
  const orders = demoOrders({ access, origin }, pageSize)
  const { wire, tokens, api } = openWire(parts)
  const productsOf = (shop: PlatformShop): PlatformProduct[] => catalogOf(shop.shopifyDomain, origin)
  return {
    name: 'demo',
    apiKey,
    billing: openBilling(api, billing),
    isShopDomain,
    ...makeTokenVerifiers(rules),
    verifyWebhook: (rawBody, headers) => readWebhook(rawBody, headers, { ...rules, families: webhookFamilies }),
    verifyProxy: (query) => readProxyCall(query, rules),
    connect: tokens.connect,
    authorizeUrl: (shopDomain, request) => buildAuthorizeUrl(`${origin}/demo/shops/${shopDomain}`, apiKey, request),
    readCallback: (query) => readCallback(query, rules),
    redeemCode: tokens.redeem,
    ownShop: null,
    bulk: makeBulkReader(api, { fetch: wire }),
    // Shops of the seed have no tokens.
    needsAccess: () => false,
    shopDetails: (shop) => demoShopDetails(db, shop),
    searchProducts: (shop, { search, limit, status }) => {
      const words = wordsOf(search)
      return Promise.resolve(
        productsOf(shop)
          .filter(
            (product) =>
              (!status || product.status === status) &&
              words.every((word) => product.title.toLowerCase().includes(word)),
          )
          .slice(0, limit),
      )
    },
    productsByIds: (shop, platformIds) => {
      const byId = new Map(productsOf(shop).map((product) => [product.platformId, product]))
      return Promise.resolve(platformIds.flatMap((id) => byId.get(id) ?? []))
    },
    async searchCustomers(shop, { search, limit }) {
      const terms = wordsOf(search).map((word) => ({
        OR: [{ displayName: { contains: word, mode: 'insensitive' as const } }, { email: { contains: word } }],
      }))
      const rows = await access.forShop(shop.id).customer.findMany({
        where: { shopId: shop.id, AND: terms },
        orderBy: [{ displayName: 'asc' }, { id: 'asc' }],
        take: limit,
      })
      return rows.map((row) => ({
        platformId: row.platformId ?? row.id,
        displayName: row.displayName,
        firstName: row.firstName,
        lastName: row.lastName,
        email: row.email,
        locale: row.locale,
      }))
    },
    ...orders,
    createDiscount: (_shop, discount) => keepDiscount(db, discount),
    setRatings: (shop, ratings) => setDemoRatings(db, shop, ratings),
    publishedLocales: () => Promise.resolve([...demoLocales]),
    setThemeValues: (shop, values) => setDemoThemeValues(db, shop, values),
    themeFiles: (shop) => demoThemeFiles(db, shop),
    addToThemeUrl: ({ shopifyDomain }, { handle }) =>
      `${origin}/demo/store/add-block?block=${handle}&shop=${shopifyDomain}`,
    proxyPath: proxyPrefix,
    endDiscount: (_shop, code) => endDemoDiscount(db, code),
    ...listStoreUrls(origin),
    ...shopifyFlow(api, rules),
    adminUrl: ({ shopifyDomain }, path) =>
      `${origin}/demo/admin${path}${path.includes('?') ? '&' : '?'}shop=${shopifyDomain}`,
    frameAncestors: () => [`'self'`],
    appBridge: buildAppBridge(apiKey, '/demo/app-bridge.js'),
    refusalHeaders,
  }
}

/** Opens the real adapter's clients against the demo's answers. Its Admin API asks for no token. */
function openWire({ apiKey, secret, origin, access, store, now }: DemoPlatformParts) {
  const verifyIdToken = makeIdTokenVerifier({ apiKey, secret, isShopDomain })
  const wire = demoWire({
    db: access.acrossShops('the demo platform'),
    apiKey,
    secret,
    origin,
    now,
    verifyIdToken,
    productsOf: (shopDomain) => catalogOf(shopDomain, origin),
    ordersOf: (shop, range) => demoOrdersOf({ access, origin }, shop, range),
  })
  return {
    wire,
    tokens: makeAccessTokens({ apiKey, secret, ownShop: null, store, fetch: wire, now: Date.now }),
    api: makeAdminApi({ fetch: wire, accessToken: () => Promise.resolve('demo') }),
  }
}

const wordsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)

type StoreUrl = 'shopUrl' | 'discountUrl' | 'forwardedUrl' | 'productUrl' | 'signInUrl' | 'flowUrl'

const listStoreUrls = (origin: string): Pick<PlatformPort, StoreUrl> => ({
  flowUrl: () => `${origin}/demo/received.json?name=flow`,
  signInUrl: (shop, path) =>
    `${origin}/demo/store/login?back=${encodeURIComponent(`${proxyPrefix}/${path}`)}${nameShop(shop, '&')}`,
  shopUrl: (shop) => `${origin}/demo/store${nameShop(shop, '?')}`,
  discountUrl: (shop, code) =>
    `${origin}/demo/store/discount/${encodeURIComponent(code)}?redirect=${encodeURIComponent('/demo/store')}${nameShop(shop, '&')}`,
  forwardedUrl: (_shop, path) => `${origin}${proxyPrefix}/${path}`,
  productUrl: (shop, handle) => `${origin}/demo/store/products/${encodeURIComponent(handle)}${nameShop(shop, '?')}`,
})

/** Returns the parameter that opens another shop's store: all stores of the demo share one address. */
const nameShop = ({ domain }: { domain: string }, separator: '?' | '&'): string =>
  domain === otherShopDomain ? `${separator}shop=${domain}` : ''
