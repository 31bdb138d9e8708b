import { z } from 'zod'
import { makeIdTokenVerifier } from '../id-token.ts'
import type { PlatformPort, PlatformProduct } from '../platform.ts'
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
import { shopifyDiscounts } from './discounts.ts'
import {
  customerSearchDocument,
  productSearchDocument,
  productsByIdsDocument,
  productsPageDocument,
  shopDetailsDocument,
} from './documents.ts'
import { refusalHeaders, webhookHeaders } from './headers.ts'
import { shopifyOrders } from './orders.ts'
import { shopifyRatings } from './ratings.ts'
import { searchTerms } from './search-terms.ts'
import { adminHost, isShopDomain, storeAdminUrl } from './shop-domain.ts'
import { shopifyTheme } from './theme.ts'

/** Products per page: with variants far below a query's cost limit. */
const pageSize = 50
/** Path of the app proxy, as in the app's configuration. */
const proxyPath = '/apps/candor'

const idText = z.union([z.string(), z.number()]).transform(String)

const productShape = z.object({
  legacyResourceId: idText,
  handle: z.string(),
  title: z.string(),
  status: z.string(),
  vendor: z.string(),
  productType: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
  variants: z.object({
    nodes: z.array(
      z.object({
        legacyResourceId: idText,
        title: z.string(),
        sku: z.string().nullable(),
        barcode: z.string().nullish(),
        price: z.string(),
      }),
    ),
  }),
})
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
  shopLocales: z.array(z.object({ locale: z.string(), primary: z.boolean() })),
})

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
    verifyIdToken: makeIdTokenVerifier(rules),
    verifyWebhook: (rawBody, headers) => readWebhook(rawBody, headers, { ...rules, names: webhookHeaders }),
    verifyProxy: (query) => readProxyCall(query, rules),
    connect: tokens.connect,
    needsAccess: ({ platformTokens }) => platformTokens === null,
    async shopDetails(shop) {
      const { shop: known, shopLocales } = await api.run(shop, { document: shopDetailsDocument, data: shopData })
      return {
        name: known.name,
        email: known.contactEmail,
        domain: known.primaryDomain.host,
        ownerName: known.shopOwnerName,
        ianaTimezone: known.ianaTimezone,
        currency: known.currencyCode,
        shopifyPlan: known.plan.partnerDevelopment ? 'partner_test' : known.plan.shopifyPlus ? 'plus' : 'basic',
        primaryLocale: shopLocales.find(({ primary }) => primary)?.locale ?? 'en',
      }
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
    async productsPage(shop, after) {
      const data = await api.run(shop, {
        document: productsPageDocument,
        // Pages by id: the platform's cursor ends at 25,000 products, and a job may wait long for its next page.
        variables: { first: pageSize, query: after === null ? '' : `id:>=${BigInt(after) + 1n}` },
        data: productsData,
      })
      const products = data.products.nodes.map((node) => parseProduct(node, data.shop.currencyCode))
      return { products, next: products.length < pageSize ? null : (products.at(-1)?.platformId ?? null) }
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
    proxyPath,
    signInUrl: ({ domain }, path) =>
      `https://${domain}/account/login?return_url=${encodeURIComponent(`${proxyPath}/${path}`)}`,
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

/** Returns the head tags that load the admin's script; the adapters differ only in its source. */
export function buildAppBridge(apiKey: string, script: string): PlatformPort['appBridge'] {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const tags = `<meta name="shopify-api-key" content="${attribute(apiKey)}"><script src="${attribute(script)}"></script>`
  return { tags, script }
}

function parseProduct(node: z.output<typeof productShape>, currency: string): PlatformProduct {
  const variants = node.variants.nodes.map(({ legacyResourceId, title, sku, barcode, price }) => ({
    id: legacyResourceId,
    title,
    sku: sku ?? '',
    barcode: barcode ?? '',
    priceCents: parseCents(price),
  }))
  const status = node.status.toLowerCase()
  return {
    platformId: node.legacyResourceId,
    handle: node.handle,
    title: node.title,
    image: node.featuredMedia?.preview?.image?.url ?? null,
    status: status === 'draft' || status === 'archived' ? status : 'active',
    vendor: node.vendor,
    productType: node.productType,
    description: node.description,
    tags: node.tags,
    variants,
    priceCents: variants.length > 0 ? Math.min(...variants.map(({ priceCents }) => priceCents)) : 0,
    currency,
  }
}

/** Parses a decimal of the platform into hundredths, without floating point. */
function parseCents(decimal: string): number {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}

const shopUrls: Pick<PlatformPort, 'shopUrl' | 'discountUrl' | 'productUrl'> = {
  shopUrl: ({ domain }) => `https://${domain}`,
  discountUrl: ({ domain }, code) => `https://${domain}/discount/${encodeURIComponent(code)}?redirect=%2F`,
  productUrl: ({ domain }, handle) => `https://${domain}/products/${encodeURIComponent(handle)}`,
}
