import type { MarketplaceId } from './marketplace.ts'

export interface MarketplaceProduct {
  /** Always one of the hosts in this file, never the merchant's input. */
  host: string
  /** Text, because it may exceed 2^53. */
  id: string
  /** Shop id on Shopee. */
  shopId: string
}

/** Endings of Amazon's domains. */
const amazonEnds = [
  'com',
  'co.uk',
  'de',
  'fr',
  'it',
  'es',
  'nl',
  'pl',
  'se',
  'com.be',
  'ie',
  'ca',
  'com.mx',
  'com.br',
  'in',
  'co.jp',
  'com.au',
  'sg',
  'ae',
  'sa',
  'eg',
  'com.tr',
  'co.za',
]
const shopeeHosts = [
  'shopee.sg',
  'shopee.com.my',
  'shopee.co.th',
  'shopee.vn',
  'shopee.ph',
  'shopee.co.id',
  'shopee.tw',
  'shopee.com.br',
  'shopee.com.mx',
  'shopee.com.co',
  'shopee.cl',
]

/** The only hosts that we request reviews from, by marketplace. */
export const ASKED_HOSTS: Readonly<Record<MarketplaceId, ReadonlySet<string>>> = {
  aliexpress: new Set(['feedback.aliexpress.com']),
  amazon: new Set(amazonEnds.map((end) => `www.amazon.${end}`)),
  cj: new Set(['developers.cjdropshipping.com']),
  shopee: new Set(shopeeHosts),
}

const aliexpressPage = /(?:^|\.)aliexpress\.(?:com|us|ru)$/
const cjPage = /(?:^|\.)cjdropshipping\.com$/
const cjId = /^(?:\d{15,20}|[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})$/i
const longestAddress = 2_000

const readers: Readonly<Record<MarketplaceId, (url: URL) => MarketplaceProduct | null>> = {
  aliexpress: ({ hostname, pathname }) =>
    aliexpressPage.test(hostname)
      ? named('feedback.aliexpress.com', /\/(?:item|i)\/(?:[^/]+\/)?(\d{8,20})\.html$/.exec(pathname))
      : null,
  amazon({ hostname, pathname }) {
    const host = hostname.replace(/^(?:(?:www|m|smile)\.)?amazon\./, 'www.amazon.')
    return ASKED_HOSTS.amazon.has(host)
      ? named(host, /\/(?:dp|gp\/product|gp\/aw\/d|product-reviews)\/([A-Z0-9]{10})(?:\/|$)/i.exec(pathname))
      : null
  },
  cj({ hostname, pathname, searchParams }) {
    if (!cjPage.test(hostname)) return null
    const id = /-p-([\w-]{1,60})\.html$/i.exec(pathname)?.[1] ?? searchParams.get('id') ?? ''
    return cjId.test(id) ? { host: 'developers.cjdropshipping.com', id, shopId: '' } : null
  },
  shopee({ hostname, pathname }) {
    const host = hostname.replace(/^(?:www|m)\./, '')
    const found =
      /-i\.(\d{1,20})\.(\d{1,20})\/?$/.exec(pathname) ?? /^\/product\/(\d{1,20})\/(\d{1,20})\/?$/.exec(pathname)
    return found && ASKED_HOSTS.shopee.has(host) ? { host, shopId: found[1] ?? '', id: found[2] ?? '' } : null
  },
}

const named = (host: string, found: RegExpExecArray | null): MarketplaceProduct | null =>
  found ? { host, id: (found[1] ?? '').toUpperCase(), shopId: '' } : null

/** Returns the product of an address at a marketplace; null if it isn't a product's address there. */
export function productAt(site: MarketplaceId, address: string): MarketplaceProduct | null {
  const text = address.trim()
  if (text.length > longestAddress) return null
  if (site === 'cj' && cjId.test(text)) return { host: 'developers.cjdropshipping.com', id: text, shopId: '' }
  // People copy addresses without their scheme.
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password || url.port)
    return null
  return readers[site](url)
}
