import { missingScopes, type ScopedFeature } from '../../rules/scopes.ts'
import { ScopeMissing } from '../core/errors.ts'
import type { PlatformPort, PlatformShop } from './platform.ts'

/** The feature whose access each call of the platform needs. Without it, the platform isn't called. */
const FEATURE_OF_CALL = {
  searchProducts: 'products',
  productsByIds: 'products',
  searchCustomers: 'customers',
  countOrders: 'requests',
  ordersPage: 'requests',
  ordersByIds: 'requests',
  changedOrders: 'requests',
  createDiscount: 'discounts',
  endDiscount: 'discounts',
  setRatings: 'ratings',
  publishedLocales: 'languages',
  themeFiles: 'themes',
} as const satisfies Partial<Record<keyof PlatformPort, ScopedFeature>>

type Call = (shop: PlatformShop, ...rest: unknown[]) => unknown

/** Refuses calls that need access which the shop's row lacks. @throws ScopeMissing */
export function requireScopes(platform: PlatformPort): PlatformPort {
  const guarded = Object.entries(FEATURE_OF_CALL).map(([name, feature]) => {
    const call = platform[name as keyof typeof FEATURE_OF_CALL] as unknown as Call
    const guard = async (...[shop, ...rest]: Parameters<Call>) => {
      if (missingScopes(shop.grantedScopes ?? [], feature).length > 0) throw new ScopeMissing()
      return call(shop, ...rest)
    }
    return [name, guard]
  })
  return { ...platform, ...(Object.fromEntries(guarded) as Partial<PlatformPort>) }
}
