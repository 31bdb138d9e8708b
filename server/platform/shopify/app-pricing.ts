import type { BillingProvider } from '../billing.ts'
import type { AdminApi } from './admin-api.ts'
import { listSubscriptions } from './billing-api.ts'
import { storeAdminUrl } from './shop-domain.ts'

/**
 * Bills by the plans of the app's hosted pricing page. The merchant chooses, changes and cancels there, so Candor only
 * reads the result.
 */
export function makeAppPricing(api: AdminApi, appHandle: string): BillingProvider {
  return {
    kind: 'app-pricing',
    subscribe: ({ shopifyDomain }) =>
      Promise.resolve({
        confirmationUrl: `${storeAdminUrl(shopifyDomain)}/charges/${appHandle}/pricing_plans`,
        platformId: null,
      }),
    cancel: () => Promise.reject(new Error('Hosted plans are canceled on the pricing page.')),
    subscriptions: (shop, known) => listSubscriptions(api, shop, known),
  }
}
