import { isPlanId, plans, subscriptionNames, subscriptionState } from '../../../rules/plans.ts'
import { trialDaysLeft } from '../../../rules/subscription.ts'
import { requireWritable } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { readSubscription, subscribe } from './billing.ts'
import { readRows } from './rows.ts'

/** Routes of the subscription (spec 7). */
export const billingRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/subscription',
    async run(ctx) {
      const { plan: id, interval, trialEndsAt, ...present } = await readSubscription(ctx)
      const plan = plans[id]
      const state = subscriptionState(id, trialEndsAt !== null)
      return {
        success: true,
        data: {
          plan: plan.id,
          name: plan.displayName,
          interval,
          tier: plan.tier,
          monthlyUsd: interval === 'annual' ? plan.annualMonthlyUsd : plan.monthlyUsd,
          monthlyRequests: plan.monthlyRequests,
          state,
          stateName: subscriptionNames[state],
          trialEndsAt,
          trialDays: trialDaysLeft(plan.id, await readRows(ctx), { now: ctx.now() }),
          ...present,
        },
      }
    },
  },
  {
    method: 'GET',
    path: '/subscription/shopify/subscribe/:planId',
    async run(ctx, { params, query }) {
      requireWritable(ctx)
      const { planId = '' } = params
      if (!isPlanId(planId)) throw new InvalidInput({ plan: 'valueInvalid' })
      const { onboarding, publicOffer, ...rest } = Object.fromEntries(
        Object.entries(query).filter(([, value]) => value !== ''),
      )
      const { confirmationUrl } = await subscribe(ctx, {
        ...rest,
        plan: planId,
        onboarding: onboarding === 'true',
        publicOffer: publicOffer === 'true',
      })
      return { confirmationUrl, isRedirect: confirmationUrl !== null }
    },
  },
]
