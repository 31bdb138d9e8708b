import { readFileSync } from 'node:fs'
import { buildSchema, graphql, type GraphQLSchema } from 'graphql'
import { z } from 'zod'
import type { Db } from '../../core/database/for-shop.ts'
import { makeAdminApi, type AdminApi } from '../../platform/shopify/admin-api.ts'
import { apiVersion } from '../../platform/shopify/headers.ts'
import {
  cancelCharge,
  createCharge,
  findCharge,
  globalIdOf,
  listCharges,
  periodEndOf,
  statusOf,
  type DemoCharge,
} from './charges.ts'

interface AdminParts {
  db: Db
  /** Origin of this process. */
  origin: string
  now(): Date
}

let loaded: GraphQLSchema | undefined
/** The part of the platform's schema that the real adapter uses. */
const schema = (): GraphQLSchema =>
  (loaded ??= buildSchema(
    readFileSync(new URL(`../../platform/shopify/admin-${apiVersion}.graphql`, import.meta.url), 'utf8'),
  ))

const requestShape = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })

/**
 * The demo platform's Admin API. Runs the real adapter's documents against the real schema, and refuses what the
 * platform would refuse. Answers what the demo knows: subscriptions.
 */
export function demoAdminApi(parts: AdminParts): AdminApi {
  return makeAdminApi({
    accessToken: () => Promise.resolve('demo'),
    async fetch(url, init) {
      const received = new Request(url, init)
      const shopDomain = new URL(received.url).hostname
      const request = requestShape.parse(await received.json())
      const result = await graphql({
        schema: schema(),
        source: request.query,
        variableValues: request.variables,
        rootValue: rootOf(parts, shopDomain),
      })
      return new Response(JSON.stringify(result), { headers: { 'content-type': 'application/json' } })
    },
  })
}

const orderShape = z.object({
  name: z.string().min(1),
  returnUrl: z.url(),
  trialDays: z.number().int().min(0).max(1000).nullish(),
  test: z.boolean().nullish(),
  replacementBehavior: z.string().nullish(),
  lineItems: z.tuple([
    z.object({
      plan: z.object({
        appRecurringPricingDetails: z.object({
          price: z.object({ amount: z.union([z.string(), z.number()]).transform(String), currencyCode: z.string() }),
          interval: z.enum(['EVERY_30_DAYS', 'ANNUAL']).default('EVERY_30_DAYS'),
          discount: z
            .object({
              value: z.object({ percentage: z.number() }),
              durationLimitInIntervals: z.number().int().positive().nullish(),
            })
            .nullish(),
        }),
      }),
    }),
  ]),
})

const refused = (field: string, message: string) => ({
  confirmationUrl: null,
  appSubscription: null,
  userErrors: [{ field: [field], message }],
})

function rootOf({ db, origin, now }: AdminParts, shopDomain: string) {
  return {
    currentAppInstallation: {
      id: 'gid://shopify/AppInstallation/1',
      allSubscriptions: async ({ first }: { first: number }) => ({
        nodes: (await listCharges(db, shopDomain))
          .reverse()
          .slice(0, first)
          .map((charge) => subscriptionNode(charge, now())),
      }),
    },
    async appSubscriptionCreate(input: unknown) {
      const read = orderShape.safeParse(input)
      if (!read.success) return refused(String(read.error.issues[0]?.path[0] ?? 'name'), 'is invalid')
      const { lineItems, trialDays, test, replacementBehavior, ...order } = read.data
      const details = lineItems[0].plan.appRecurringPricingDetails
      if (!(Number(details.price.amount) > 0)) return refused('lineItems', 'Price must be greater than 0')
      const charge = await createCharge(db, {
        ...order,
        shopDomain,
        amount: details.price.amount,
        currency: details.price.currencyCode,
        interval: details.interval,
        discount: details.discount
          ? {
              percentage: details.discount.value.percentage,
              intervals: details.discount.durationLimitInIntervals ?? null,
            }
          : null,
        trialDays: trialDays ?? 0,
        test: test ?? false,
        atCycleEnd: replacementBehavior === 'APPLY_ON_NEXT_BILLING_CYCLE',
        createdAt: now().toISOString(),
      })
      return {
        confirmationUrl: `${origin}/demo/charges/${charge.id}`,
        appSubscription: subscriptionNode(charge, now()),
        userErrors: [],
      }
    },
    async appSubscriptionCancel({ id }: { id: string }) {
      try {
        const charge = await findCharge(db, id.split('/').at(-1) ?? '')
        if (charge.shopDomain !== shopDomain) throw new Error('not of this shop')
        return { appSubscription: subscriptionNode(await cancelCharge(db, charge, now()), now()), userErrors: [] }
      } catch {
        return { appSubscription: null, userErrors: [{ field: ['id'], message: 'Subscription could not be canceled' }] }
      }
    },
  }
}

function subscriptionNode(charge: DemoCharge, now: Date) {
  return {
    id: globalIdOf(charge),
    name: charge.name,
    status: statusOf(charge, now),
    test: charge.test,
    trialDays: charge.trialDays,
    createdAt: charge.createdAt,
    currentPeriodEnd: periodEndOf(charge, now)?.toISOString() ?? null,
    lineItems: [
      {
        plan: {
          pricingDetails: { __typename: 'AppRecurringPricing', interval: charge.interval, planHandle: null },
        },
      },
    ],
  }
}
