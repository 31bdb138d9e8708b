const permanentDomain = /^[a-z0-9][a-z0-9_-]{0,62}\.(myshopify\.com|myshopify\.io|shop\.dev)$/

/**
 * Returns whether the text is a shop's permanent domain. Strict, as the client secret is sent to such hosts. The hosts
 * of shopify.com are the platform's own.
 */
export const isShopDomain = (text: string): boolean => permanentDomain.test(text)

/** Host of the platform's admin, which frames the app. */
export const adminHost = 'admin.shopify.com'

/** Returns a shop's address in the platform's admin. */
export const storeAdminUrl = (shopDomain: string): string =>
  `https://${adminHost}/store/${shopDomain.split('.')[0] ?? ''}`
