import type { SiteId } from './sites.ts'

/** Number of newest reviews in one response. */
const perAnswer = 20
const shopeeHost = /^(?:www\.)?(shopee\.(?:[a-z]{2,3}\.)?[a-z]{2})$/

/**
 * Returns a URL that shows a product's reviews as the marketplace's data; null if none follows from the typed text. The
 * merchant opens it as a link: marketplaces block servers, not people.
 */
export function answerAddress(site: SiteId, typed: string): string | null {
  const url = URL.parse(/^https?:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`)
  if (!url) return null
  if (site === 'aliexpress') {
    const id = /(?:^|\.)aliexpress\.(?:com|us|ru)$/.test(url.hostname)
      ? /(\d{8,20})\.html$/.exec(url.pathname)?.[1]
      : undefined
    return id
      ? `https://feedback.aliexpress.com/pc/searchEvaluation.do?productId=${id}&lang=en_US&country=US&page=1&pageSize=${perAnswer}&filter=all&sort=complex_default`
      : null
  }
  if (site === 'shopee') {
    const host = shopeeHost.exec(url.hostname)?.[1]
    const [, shop, item] =
      /-i\.(\d{1,20})\.(\d{1,20})\/?$/.exec(url.pathname) ??
      /^\/product\/(\d{1,20})\/(\d{1,20})\/?$/.exec(url.pathname) ??
      []
    return host && shop && item
      ? `https://${host}/api/v2/item/get_ratings?itemid=${item}&shopid=${shop}&limit=${perAnswer}&offset=0&type=0&filter=0&flag=1`
      : null
  }
  return null
}
