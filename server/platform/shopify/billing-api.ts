import { z } from 'zod'
import {
  cycleCents,
  subscriptionName,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '../../../rules/subscription.ts'
import { UpstreamFailed } from '../../core/errors.ts'
import type { BilledSubscription, BillingOrder, BillingProvider } from '../billing.ts'
import type { PlatformShop } from '../platform.ts'
import type { AdminApi } from './admin-api.ts'
import { subscribeDocument, subscriptionCancelDocument, subscriptionsDocument } from './documents.ts'

/** The newest subscriptions. Older ones are found because they are active, or by their id. */
const latest = 25

const ended: readonly SubscriptionStatus[] = ['cancelled', 'expired', 'declined']

const userErrors = z.array(z.object({ message: z.string() }))
const createdData = z.object({
  appSubscriptionCreate: z
    .object({
      confirmationUrl: z.url().nullable(),
      appSubscription: z.object({ id: z.string() }).nullable(),
      userErrors,
    })
    .nullable(),
})
const canceledData = z.object({ appSubscriptionCancel: z.object({ userErrors }).nullable() })
const statusShape = z.string().toLowerCase().pipe(z.enum(SUBSCRIPTION_STATUSES))
const subscriptionShape = z.object({
  id: z.string(),
  name: z.string(),
  status: statusShape,
  test: z.boolean(),
  trialDays: z.number(),
  createdAt: z.coerce.date(),
  currentPeriodEnd: z.coerce.date().nullable(),
  lineItems: z.array(
    z.object({
      plan: z.object({
        pricingDetails: z.object({ interval: z.string().nullish(), planHandle: z.string().nullish() }),
      }),
    }),
  ),
})
const listedData = z.object({
  currentAppInstallation: z.object({
    activeSubscriptions: z.array(subscriptionShape),
    allSubscriptions: z.object({ nodes: z.array(subscriptionShape) }),
  }),
  nodes: z.array(subscriptionShape.nullable()),
})

/** Bills by subscriptions that Candor creates (Billing API). */
export function makeBillingApi(api: AdminApi): BillingProvider {
  return {
    kind: 'billing-api',
    async subscribe(shop, order) {
      const { appSubscriptionCreate: created } = await api.run(shop, {
        document: subscribeDocument,
        variables: {
          name: subscriptionName(order.plan, order.interval),
          returnUrl: order.returnUrl,
          trialDays: order.trialDays,
          test: shop.test,
          replacementBehavior: order.atCycleEnd ? 'APPLY_ON_NEXT_BILLING_CYCLE' : 'STANDARD',
          lineItems: [{ plan: { appRecurringPricingDetails: pricing(order) } }],
        },
        data: createdData,
      })
      if (!created?.confirmationUrl || !created.appSubscription) throw refusalOf(created?.userErrors)
      return { confirmationUrl: created.confirmationUrl, platformId: created.appSubscription.id }
    },
    async cancel(shop, platformId) {
      const { appSubscriptionCancel: result } = await api.run(shop, {
        document: subscriptionCancelDocument,
        variables: { id: platformId },
        data: canceledData,
      })
      if (result && result.userErrors.length === 0) return
      // An earlier attempt ended it and lost the response, or the platform has forgotten it.
      const known = (await listSubscriptions(api, shop, [platformId])).find((one) => one.platformId === platformId)
      if (known && !ended.includes(known.status)) throw refusalOf(result?.userErrors)
    },
    subscriptions: (shop, known) => listSubscriptions(api, shop, known),
  }
}

/** Keeps the platform's own words for the log. */
const refusalOf = (said: z.output<typeof userErrors> = []): UpstreamFailed =>
  Object.assign(new UpstreamFailed('upstreamFailed'), { cause: said.map(({ message }) => message).join('; ') })

/** Reads the shop's active, latest and named subscriptions, newest first. */
export async function listSubscriptions(
  api: AdminApi,
  shop: PlatformShop,
  known: readonly string[],
): Promise<BilledSubscription[]> {
  const variables = { first: latest, known }
  const data = await api.run(shop, { document: subscriptionsDocument, variables, data: listedData })
  const { activeSubscriptions, allSubscriptions } = data.currentAppInstallation
  const named = data.nodes.flatMap((node) => node ?? [])
  const byId = new Map([...allSubscriptions.nodes, ...activeSubscriptions, ...named].map((one) => [one.id, one]))
  return [...byId.values()]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .map(({ id, name, currentPeriodEnd, lineItems: [line], ...subscription }) => {
      const { planHandle, interval } = line?.plan.pricingDetails ?? {}
      const handle = planHandle && `${planHandle} ${interval === 'ANNUAL' ? 'annual' : 'monthly'}`
      return { ...subscription, platformId: id, name: handle || name, periodEnd: currentPeriodEnd }
    })
}

function pricing({ plan, interval, discount }: BillingOrder) {
  return {
    price: { amount: (cycleCents(plan, interval) / 100).toFixed(2), currencyCode: 'USD' },
    interval: interval === 'annual' ? 'ANNUAL' : 'EVERY_30_DAYS',
    ...(discount && {
      discount: { value: { percentage: discount.share }, durationLimitInIntervals: discount.intervals },
    }),
  }
}
