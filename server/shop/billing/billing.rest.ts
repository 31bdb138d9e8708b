import { z } from 'zod'
import { isPlanId, plans, subscriptionNames, subscriptionState } from '../../../rules/plans.ts'
import { DOWNGRADE_REASONS, INTERVALS, trialDaysLeft } from '../../../rules/subscription.ts'
import { requireWritable } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, flag, text, textOrNull, timeOrNull } from '../../core/rest/shapes.ts'
import { readSubscription, subscribe } from './billing.ts'
import { readRows } from './rows.ts'

const subscriptionShape = z.looseObject({
  plan: text,
  name: text,
  interval: z.enum(INTERVALS),
  tier: z.int(),
  monthlyUsd: z.number(),
  monthlyRequests: count.nullable(),
  state: text,
  stateName: text,
  trialEndsAt: timeOrNull,
  trialDays: z.int().nullable(),
  status: textOrNull,
  renews: flag,
  periodEnd: timeOrNull,
  until: timeOrNull,
  nextChargeUsd: z.number().nullable(),
  frozen: flag,
  coupon: textOrNull,
  test: flag,
})

/** Routes of the subscription (spec 7). */
export const billingRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/subscription',
    summary: 'Read the subscription',
    answer: { data: subscriptionShape },
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
    summary: 'Choose a plan',
    description: 'Answers where the merchant approves. Null: the plan is changed.',
    query: z.object({
      interval: z.enum(INTERVALS).optional(),
      coupon: z.string().optional(),
      reason: z.enum(DOWNGRADE_REASONS).describe('A lower plan needs one.').optional(),
      reasonText: z.string().optional(),
      onboarding: z.enum(['true', 'false']).optional(),
      publicOffer: z.enum(['true', 'false']).optional(),
    }),
    answer: { body: z.object({ confirmationUrl: z.string().nullable(), isRedirect: z.boolean() }) },
    personOnly: true,
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
