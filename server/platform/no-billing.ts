import type { BillingProvider } from './billing.ts'

/** No shop pays: the operator's setting decides the plan of every shop. */
export const noBilling: BillingProvider = {
  kind: 'none',
  subscribe: () => Promise.reject(new Error('Without billing there is nothing to subscribe to.')),
  cancel: () => Promise.resolve(),
  subscriptions: () => Promise.resolve([]),
}
