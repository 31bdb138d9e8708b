import { z } from 'zod'
import { makeTokenVerifiers } from '../id-token.ts'
import { readCallback } from '../callback-signature.ts'
import type { AuthorizeRequest, PlatformPort, PlatformShopDetails } from '../platform.ts'
import { readProxyCall } from '../proxy-signature.ts'
import { readWebhook } from '../webhook-signature.ts'
import { makeAccessTokens } from './access-tokens.ts'
import type { AccessTokenParts } from './access-tokens.ts'
import type { BillingKind } from '../../../rules/subscription.ts'
import type { BillingProvider } from '../billing.ts'
import { noBilling } from '../no-billing.ts'
import { makeAdminApi, type AdminApi } from './admin-api.ts'
import { makeAppPricing } from './app-pricing.ts'
import { makeBillingApi } from './billing-api.ts'
import { makeBulkReader } from './bulk.ts'
import { shopifyDiscounts } from './discounts.ts'
import {
  customerSearchDocument,
  productSearchDocument,
  productsByIdsDocument,
  shopDetailsDocument,
} from './documents.ts'
import { shopifyFlow } from './flow.ts'
import { refusalHeaders, webhookFamilies } from './headers.ts'
import { shopifyOrders } from './orders.ts'
import { parseProduct, productShape } from './parse-product.ts'
import { shopifyRatings } from './ratings.ts'
import { searchTerms } from './search-terms.ts'
import { adminHost, isShopDomain, storeAdminUrl } from './shop-domain.ts'
import { shopifyTheme } from './theme.ts'

/** Path of the app proxy, as in the app's configuration. */
const proxyPath = '/apps/candor'

const idText = z.union([z.string(), z.number()]).transform(String)

const money = z.object({ currencyCode: z.string() })
const productsData = z.object({ products: z.object({ nodes: z.array(productShape) }), shop: money })
/** An id of another type returns an object without these fields: treated as unknown. */
const nodesData = z.object({ nodes: z.array(productShape.nullable().catch(null)), shop: money })
const customersData = z.object({
  customers: z.object({
    nodes: z.array(
      z.object({
        legacyResourceId: idText,
        displayName: z.string(),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        locale: z.string().nullable(),
        defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
      }),
    ),
  }),
})
const shopData = z.object({
  shop: z.object({
    name: z.string(),
    contactEmail: z.string(),
    shopOwnerName: z.string(),
    ianaTimezone: z.string(),
    currencyCode: z.string(),
    primaryDomain: z.object({ host: z.string() }),
    plan: z.object({ partnerDevelopment: z.boolean(), shopifyPlus: z.boolean() }),
  }),
  shopLocales: z.array(z.object({ locale: z.string(), primary: z.boolean() })).nullish(),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

function readShopDetails({
  shop,
  shopLocales,
  currentAppInstallation,
}: z.output<typeof shopData>): PlatformShopDetails {
  return {
    name: shop.name,
    email: shop.contactEmail,
    domain: shop.primaryDomain.host,
    ownerName: shop.shopOwnerName,
    ianaTimezone: shop.ianaTimezone,
    currency: shop.currencyCode,
    shopifyPlan: shop.plan.partnerDevelopment ? 'partner_test' : shop.plan.shopifyPlus ? 'plus' : 'basic',
    primaryLocale: shopLocales?.find(({ primary }) => primary)?.locale ?? 'en',
    grantedScopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
  }
}

interface ShopifyBilling {
  billing: { kind: BillingKind; appHandle: string }
}

/** Opens the operator's choice of billing. */
export function openBilling(api: AdminApi, { kind, appHandle }: ShopifyBilling['billing']): BillingProvider {
  if (kind === 'billing-api') return makeBillingApi(api)
  return kind === 'app-pricing' ? makeAppPricing(api, appHandle) : noBilling
}

/** Opens the real platform. Only this folder knows its URLs, headers and documents. */
export function openShopifyPlatform({ billing, ...parts }: AccessTokenParts & ShopifyBilling): PlatformPort {
  const rules = { apiKey: parts.apiKey, secret: parts.secret, isShopDomain, now: () => new Date(parts.now()) }
  const tokens = makeAccessTokens(parts)
  const api = makeAdminApi({ fetch: parts.fetch, accessToken: tokens.accessToken })
  return {
    name: 'shopify',
    apiKey: parts.apiKey,
    billing: openBilling(api, billing),
    isShopDomain,
    ...makeTokenVerifiers(rules),
    verifyWebhook: (rawBody, headers) => readWebhook(rawBody, headers, { ...rules, families: webhookFamilies }),
    verifyProxy: (query) => readProxyCall(query, rules),
    connect: tokens.connect,
    authorizeUrl: (shopDomain, request) => buildAuthorizeUrl(`https://${shopDomain}`, parts.apiKey, request),
    readCallback: (query) => readCallback(query, rules),
    redeemCode: tokens.redeem,
    ownShop: parts.ownShop,
    bulk: makeBulkReader(api, parts),
    needsAccess: ({ platformTokens }) => platformTokens === null,
    async shopDetails(shop) {
      return readShopDetails(await api.run(shop, { document: shopDetailsDocument, data: shopData }))
    },
    async searchProducts(shop, { search, limit, status, publishedStatus }) {
      const query = [
        searchTerms(search, (word) => `title:*${word}*`),
        status && `status:${status}`,
        publishedStatus && `published_status:${publishedStatus}`,
      ]
      const data = await api.run(shop, {
        document: productSearchDocument,
        variables: { first: limit, query: query.filter(Boolean).join(' ') },
        data: productsData,
      })
      return data.products.nodes.map((node) => parseProduct(node, data.shop.currencyCode))
    },
    async productsByIds(shop, platformIds) {
      const ids = platformIds.filter((id) => /^\d{1,20}$/.test(id)).map((id) => `gid://shopify/Product/${id}`)
      if (ids.length === 0) return []
      const data = await api.run(shop, { document: productsByIdsDocument, variables: { ids }, data: nodesData })
      return data.nodes.flatMap((node) => (node ? [parseProduct(node, data.shop.currencyCode)] : []))
    },
    async searchCustomers(shop, { search, limit }) {
      const data = await api.run(shop, {
        document: customerSearchDocument,
        variables: { first: limit, query: searchTerms(search, (word) => `${word}*`) },
        data: customersData,
      })
      return data.customers.nodes.map((node) => ({
        platformId: node.legacyResourceId,
        displayName: node.displayName,
        firstName: node.firstName ?? '',
        lastName: node.lastName ?? '',
        email: node.defaultEmailAddress?.emailAddress ?? null,
        locale: node.locale,
      }))
    },
    ...shopifyOrders(api),
    ...shopifyDiscounts(api),
    ...shopifyRatings(api),
    ...shopifyTheme(api, parts.apiKey),
    ...shopifyFlow(api, rules),
    proxyPath,
    ...shopUrls,
    adminUrl: ({ shopifyDomain }, path) => `${storeAdminUrl(shopifyDomain)}/apps/${parts.apiKey}${path}`,
    frameAncestors: (shopDomain) =>
      shopDomain && isShopDomain(shopDomain)
        ? [`https://${shopDomain}`, `https://${adminHost}`]
        : [`https://${adminHost}`],
    appBridge: buildAppBridge(parts.apiKey, 'https://cdn.shopify.com/shopifycloud/app-bridge.js'),
    refusalHeaders,
  }
}

/** Returns the page of a platform's origin where a merchant grants offline access. */
export function buildAuthorizeUrl(
  origin: string,
  apiKey: string,
  { state, redirectUri, scopes }: AuthorizeRequest,
): string {
  const query = { client_id: apiKey, scope: scopes.join(','), redirect_uri: redirectUri, state }
  return `${origin}/admin/oauth/authorize?${new URLSearchParams(query).toString()}`
}

/** Returns the head tags that load the admin's script; the adapters differ only in its source. */
export function buildAppBridge(apiKey: string, script: string): PlatformPort['appBridge'] {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const tags = `<meta name="shopify-api-key" content="${attribute(apiKey)}"><script src="${attribute(script)}"></script>`
  return { tags, script }
}

const shopUrls: Pick<
  PlatformPort,
  'shopUrl' | 'discountUrl' | 'forwardedUrl' | 'productUrl' | 'signInUrl' | 'flowUrl'
> = {
  flowUrl: ({ shopifyDomain }) => `${storeAdminUrl(shopifyDomain)}/apps/flow`,
  signInUrl: ({ domain }, path) =>
    `https://${domain}/account/login?return_url=${encodeURIComponent(`${proxyPath}/${path}`)}`,
  shopUrl: ({ domain }) => `https://${domain}`,
  discountUrl: ({ domain }, code) => `https://${domain}/discount/${encodeURIComponent(code)}?redirect=%2F`,
  forwardedUrl: ({ domain }, path) => `https://${domain}${proxyPath}/${path}`,
  productUrl: ({ domain }, handle) => `https://${domain}/products/${encodeURIComponent(handle)}`,
}
