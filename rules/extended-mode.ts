import { emailDomain } from './validation.ts'

/** Lists of domains from the operator's configuration; lower case, without @. */
interface ExtendedModeLists {
  competitorDomains: readonly string[]
  /** Our company and partners: internal, never blocked. */
  internalDomains: readonly string[]
}

interface ExtendedModeShop {
  /** Address of the shop's owner. */
  email: string
  shopifyPlan: string
  /** The shop's devStoreAccess flag. */
  devStoreAccess: boolean
}

/** Platform plans of development stores. */
const developmentPlans: readonly string[] = [
  'affiliate',
  'development',
  'partner_test',
  'plus_partner_sandbox',
  'staff',
  'staff_business',
]

/** Whether the store is a development store: the platform accepts only test charges of it. */
export function isDevelopmentShop(shopifyPlan: string): boolean {
  return developmentPlans.includes(shopifyPlan.toLowerCase())
}

/** Whether a domain or a parent is listed: "mail.rival.test" matches "rival.test", "notrival.test" doesn't. */
function isListed(domain: string, list: readonly string[]): boolean {
  return domain !== '' && list.some((listed) => domain === listed || domain.endsWith(`.${listed}`))
}

export function isInternalEmail(email: string, lists: Pick<ExtendedModeLists, 'internalDomains'>): boolean {
  return isListed(emailDomain(email), lists.internalDomains)
}

/**
 * Whether the shop has extended mode. Otherwise every page leads to /partner-friendly (spec 2). Competitors' staff get
 * it only with a real shop, or with access for development stores (spec 6).
 */
export function hasExtendedMode(shop: ExtendedModeShop, lists: ExtendedModeLists): boolean {
  if (isInternalEmail(shop.email, lists)) return true
  if (!isListed(emailDomain(shop.email), lists.competitorDomains)) return true
  return !isDevelopmentShop(shop.shopifyPlan) || shop.devStoreAccess
}
