const permanentDomain = /^[a-z0-9][a-z0-9_-]{0,62}\.(myshopify\.com|shopify\.com|myshopify\.io|shop\.dev)$/

/** Whether the text is a shop's permanent domain. The client secret is sent to such hosts, so nothing else may pass. */
export function isShopDomain(text: string): boolean {
  return permanentDomain.test(text) && text !== adminHost
}

/** Host of the platform's admin: it frames the app, and has the form of a shop domain without being one. */
export const adminHost = 'admin.shopify.com'
