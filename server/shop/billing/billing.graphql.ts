import { FEATURES, planOf, plans, type Feature, type PlanId } from '../../../rules/plans.ts'
import { cycleCents, planInEffect, trialDaysLeft } from '../../../rules/subscription.ts'
import { builder } from '../../core/graphql/builder.ts'
import type { Ctx } from '../../core/context.ts'
import { Plan } from '../shops/shops.graphql.ts'
import { readSubscription, startDowngrade, subscribe, type PresentPlan } from './billing.ts'
import { listLosses, type PlanLoss } from './losses.ts'
import { billingRefusal, couponPercent, listOffers, offerRefusal } from './offers.ts'
import { readRows } from './rows.ts'
import { syncSubscriptions } from './sync.ts'

interface Offer {
  plan: PlanId
  trialDays: number
}

const Loss = builder.objectRef<PlanLoss>('PlanLoss').implement({
  description: 'A feature that the shop uses and another plan lacks.',
  fields: (t) => ({
    feature: t.exposeString('feature', { description: `One of ${Object.keys(FEATURES).join(', ')}.` }),
    count: t.exposeInt('count', { description: 'How often the shop uses it: replies, codes, settings.' }),
  }),
})

const PlanOffer = builder.objectRef<Offer>('PlanOffer').implement({
  description: 'A plan that the shop may choose.',
  fields: (t) => ({
    plan: t.field({ type: Plan, resolve: ({ plan }) => plans[plan] }),
    features: t.stringList({
      description: 'Features of the plan.',
      resolve: ({ plan }) =>
        (Object.keys(FEATURES) as Feature[]).filter((feature) => plans[plan].tier >= FEATURES[feature]),
    }),
    annualUsd: t.float({ description: 'Price of a year.', resolve: ({ plan }) => cycleCents(plan, 'annual') / 100 }),
    refusal: t.string({
      nullable: true,
      description: 'plusOnly: the plan is for Plus stores only. Null: the shop may choose it.',
      resolve: ({ plan }, _args, { ctx }) => offerRefusal(ctx, plan),
    }),
    trialDays: t.exposeInt('trialDays', { description: 'Days of the free trial that this shop has left.' }),
    losses: t.field({
      type: [Loss],
      description: 'What the shop uses now and would lose on this plan.',
      resolve: ({ plan }, _args, { ctx }) => listLosses(ctx, plan),
    }),
  }),
})

const Attempt = builder.objectRef<NonNullable<PresentPlan['attempt']>>('SubscriptionAttempt').implement({
  description: 'The newest subscription that gives no plan.',
  fields: (t) => ({
    plan: t.field({ type: Plan, resolve: ({ plan }) => plans[plan] }),
    status: t.exposeString('status', { description: 'pending, declined, expired or cancelled.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was asked for, or when it ended.' }),
    confirmationUrl: t.exposeString('confirmationUrl', {
      nullable: true,
      description: 'Where the merchant approves, while it waits.',
    }),
  }),
})

const ShopSubscription = builder.objectRef<PresentPlan>('ShopSubscription').implement({
  description: 'The shop’s plan, and what the platform last said about it.',
  fields: (t) => ({
    plan: t.field({ type: Plan, resolve: ({ plan }) => plans[plan] }),
    interval: t.exposeString('interval', { description: 'monthly or annual.' }),
    status: t.exposeString('status', {
      nullable: true,
      description: 'active, frozen or cancelled. Null: the plan is not paid.',
    }),
    renews: t.exposeBoolean('renews', { description: 'Whether the plan continues after the cycle.' }),
    trialEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null: no trial runs.',
      resolve: ({ frozen, trialEndsAt }) => (frozen ? null : trialEndsAt),
    }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', nullable: true, description: 'End of the paid cycle.' }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'When the plan ends, if canceled.' }),
    next: t.field({
      type: Plan,
      nullable: true,
      description: 'Plan after the present one, if it changes.',
      resolve: ({ next }) => (next ? plans[next] : null),
    }),
    held: t.field({
      type: Plan,
      nullable: true,
      description: 'Plan that is on hold until the merchant pays the platform’s bill.',
      resolve: ({ frozen }, _args, { ctx }) => (frozen ? heldPlan(ctx) : null),
    }),
    nextChargeUsd: t.float({
      nullable: true,
      description: 'What the platform charges at the end of the cycle. Null: nothing.',
      resolve: ({ frozen, nextChargeUsd }) => (frozen ? null : nextChargeUsd),
    }),
    frozen: t.exposeBoolean('frozen', { description: 'The platform could not charge the merchant.' }),
    coupon: t.exposeString('coupon', { nullable: true, description: 'Coupon of the present subscription.' }),
    test: t.exposeBoolean('test', { description: 'A development store, which the platform does not charge.' }),
    attempt: t.field({ type: Attempt, nullable: true, resolve: ({ attempt }) => attempt }),
    couponPercent: t.int({
      nullable: true,
      description: 'Percent that a coupon takes off. Null: it is unknown, or the shop has used it.',
      args: { code: t.arg.string({ required: true }) },
      resolve: async (_plan, { code }, { ctx }) => couponPercent(code, await readRows(ctx)),
    }),
    refusal: t.string({
      nullable: true,
      description: 'shopNeverPays: the platform doesn’t bill this store. Null: it does.',
      resolve: (_plan, _args, { ctx }) => billingRefusal(ctx),
    }),
    billing: t.string({
      description: 'How this Candor is paid: billing-api, app-pricing or none.',
      resolve: (_plan, _args, { ctx }) => ctx.platform.billing.kind,
    }),
    offers: t.field({
      type: [PlanOffer],
      description: 'Cheapest first.',
      resolve: (_plan, _args, { ctx }) => offersOf(ctx),
    }),
  }),
})

async function heldPlan(ctx: Ctx) {
  const { row } = planInEffect(await readRows(ctx), ctx.now())
  return row && planOf(row.plan)
}

async function offersOf(ctx: Ctx): Promise<Offer[]> {
  const rows = await readRows(ctx)
  return listOffers(ctx).map((plan) => ({ plan, trialDays: trialDaysLeft(plan, rows, { now: ctx.now() }) }))
}

builder.prismaObjectField('Shop', 'subscription', (t) =>
  t.field({ type: ShopSubscription, resolve: (_shop, _args, { ctx }) => readSubscription(ctx) }),
)

const SubscribeInput = builder.inputType('SubscribeInput', {
  fields: (t) => ({
    plan: t.string({ required: true, description: 'Id of the plan.' }),
    interval: t.string({ defaultValue: 'monthly', description: 'monthly or annual.' }),
    coupon: t.string({ description: 'Coupon code.' }),
    reason: t.string({
      description: 'Why a lower plan: tooExpensive, missingFeature, notUsed, otherApp, closing, other.',
    }),
    reasonText: t.string({ description: 'In the merchant’s own words.' }),
    onboarding: t.boolean({ defaultValue: false, description: 'Ends the onboarding.' }),
    publicOffer: t.boolean({ defaultValue: false, description: 'Takes the trial of the public plans page.' }),
  }),
})

const withoutNulls = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

const Confirmation = builder.objectRef<{ confirmationUrl: string | null }>('SubscribeConfirmation').implement({
  fields: (t) => ({
    confirmationUrl: t.exposeString('confirmationUrl', {
      nullable: true,
      description: 'Where the merchant approves. Null: the plan is changed already.',
    }),
    shop: t.prismaField({ type: 'Shop', resolve: (_query, _result, _args, { ctx }) => ctx.shop }),
  }),
})

builder.mutationFields((t) => ({
  subscribe: t.field({
    type: Confirmation,
    errors: {},
    args: { input: t.arg({ type: SubscribeInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => subscribe(ctx, withoutNulls(input)),
  }),
  startDowngrade: t.prismaField({
    type: 'Shop',
    description: 'Stores why the merchant is about to choose a lower plan. For a day, the coupon STAY50 then works.',
    errors: {},
    args: { input: t.arg({ type: SubscribeInput, required: true }) },
    resolve: async (_query, _root, { input }, { ctx }) => {
      await startDowngrade(ctx, withoutNulls(input))
      return ctx.shop
    },
  }),
  refreshSubscription: t.prismaField({
    type: 'Shop',
    description: 'Asks the platform for the present state, as after an approval.',
    errors: {},
    resolve: async (_query, _root, _args, { ctx }) => {
      await syncSubscriptions(ctx)
      return ctx.shop
    },
  }),
}))
