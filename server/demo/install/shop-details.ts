import type { Db } from '../../core/database/for-shop.ts'
import type { PlatformShop, PlatformShopDetails } from '../../platform/platform.ts'
import { readGrant } from './grants.ts'

/** Returns what the demo platform knows of a shop. It keeps no other record than the shop's row. */
export async function demoShopDetails(db: Db, { shopifyDomain }: PlatformShop): Promise<PlatformShopDetails> {
  const grantedScopes = [...(await readGrant(db, shopifyDomain))]
  const known = await db.shop.findUnique({ where: { shopifyDomain } })
  const name = shopifyDomain.split('.')[0] ?? shopifyDomain
  if (!known || known.email === '')
    return {
      name,
      email: `${name}@candor.test`,
      domain: shopifyDomain,
      ownerName: 'Robin',
      ianaTimezone: 'Europe/London',
      currency: 'USD',
      shopifyPlan: 'basic',
      primaryLocale: 'en',
      grantedScopes,
    }
  const { email, domain, firstName: ownerName, ianaTimezone, currency, shopifyPlan, primaryLocale } = known
  return {
    name: known.name,
    email,
    domain,
    ownerName,
    ianaTimezone,
    currency,
    shopifyPlan,
    primaryLocale,
    grantedScopes,
  }
}
