import { readFileSync } from 'node:fs'
import { buildSchema, graphql, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { z } from 'zod'
import type { OrderRange, PlatformOrder, PlatformProduct, PlatformShop } from '../../platform/platform.ts'
import { apiVersion } from '../../platform/shopify/headers.ts'
import {
  answerFile,
  connectionOf,
  findOperation,
  orderNode,
  productNode,
  saveOperation,
} from '../install/bulk-files.ts'
import { flowRoot } from './flow-triggers.ts'
import { answerTokenRequest, type TokenEndpoint } from '../install/grants.ts'
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

interface AdminParts extends TokenEndpoint {
  /** Origin of this process. */
  origin: string
  now(): Date
  productsOf(shopDomain: string): PlatformProduct[]
  ordersOf(shop: PlatformShop, range: OrderRange): Promise<PlatformOrder[]>
}

let loaded: GraphQLSchema | undefined
/** The part of the platform's schema that the real adapter uses. */
const schema = (): GraphQLSchema =>
  (loaded ??= buildSchema(
    readFileSync(new URL(`../../platform/shopify/admin-${apiVersion}.graphql`, import.meta.url), 'utf8'),
  ))

const requestShape = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })

/**
 * The demo platform over the wire: its Admin API, token endpoint and bulk files. Runs the real adapter's documents
 * against the real schema, and refuses what the platform would refuse.
 */
export function demoWire(parts: AdminParts): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const file = /^\/demo\/bulk\/(\d+)\.jsonl$/.exec(url.pathname)?.[1]
    if (file !== undefined) return answerFile(parts.db, file, request.headers.get('range'))
    const body: unknown = await request.json().catch(() => null)
    if (url.pathname === '/admin/oauth/access_token') return answerTokenRequest(parts, url.hostname, body)
    const { query, variables } = requestShape.parse(body)
    return Response.json(await runDocument(parts, url.hostname, { query, variables }))
  }
}

const runDocument = (
  parts: AdminParts,
  shopDomain: string,
  { query, variables }: { query: string; variables?: Record<string, unknown> },
): Promise<ExecutionResult> =>
  graphql({
    schema: schema(),
    source: query,
    ...(variables && { variableValues: variables }),
    rootValue: { ...rootOf(parts, shopDomain), ...bulkRoot(parts, shopDomain), ...flowRoot(parts, shopDomain) },
  })

/** Runs the query of a bulk operation at once and keeps its file. */
function bulkRoot(parts: AdminParts, shopDomain: string) {
  const { db, origin } = parts
  const shop = async () => db.shop.findUniqueOrThrow({ where: { shopifyDomain: shopDomain } })
  return {
    products: () => connectionOf(parts.productsOf(shopDomain).map(productNode)),
    async orders({ query }: { query?: string | null }) {
      const from = new Date(/created_at:>='([^']+)'/.exec(query ?? '')?.[1] ?? 0)
      // Of the seed's orders the platform knows only ids.
      const all = await parts.ordersOf(await shop(), { from, to: parts.now() })
      const known = all.filter(({ payload }) => payload['name'] !== undefined)
      return connectionOf(known.map(orderNode))
    },
    async bulkOperationRunQuery({ query }: { query: string }) {
      const result = await runDocument(parts, shopDomain, { query })
      const [error] = result.errors ?? []
      if (error)
        return { bulkOperation: null, userErrors: [{ field: ['query'], code: 'INVALID', message: error.message }] }
      return { bulkOperation: { id: operationIdOf(await saveOperation(db, shopDomain, result)) }, userErrors: [] }
    },
    async bulkOperation({ id }: { id: string }) {
      const number = id.split('/').at(-1) ?? ''
      const operation = await findOperation(db, number)
      if (operation?.shopDomain !== shopDomain) return null
      return {
        status: 'COMPLETED',
        errorCode: null,
        rootObjectCount: operation.records,
        fileSize: Buffer.byteLength(operation.text),
        url: operation.text === '' ? null : `${origin}/demo/bulk/${number}.jsonl`,
      }
    },
  }
}

const operationIdOf = (number: string): string => `gid://shopify/BulkOperation/${number}`

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

/** Answers what the platform knows of the shop's subscriptions. */
function subscriptionsRoot({ db, now }: AdminParts, shopDomain: string) {
  const nodes = async () => (await listCharges(db, shopDomain)).map((charge) => subscriptionNode(charge, now()))
  return {
    currentAppInstallation: {
      id: 'gid://shopify/AppInstallation/1',
      activeSubscriptions: async () => (await nodes()).filter(({ status }) => status === 'ACTIVE'),
      allSubscriptions: async ({ first }: { first: number }) => ({ nodes: (await nodes()).reverse().slice(0, first) }),
    },
    async nodes({ ids }: { ids: string[] }) {
      const known = await nodes()
      return ids.map((id) => known.find((node) => node.id === id) ?? null)
    },
  }
}

function rootOf(parts: AdminParts, shopDomain: string) {
  const { db, origin, now } = parts
  return {
    ...subscriptionsRoot(parts, shopDomain),
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
    __typename: 'AppSubscription',
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
          pricingDetails: {
            __typename: 'AppRecurringPricing',
            interval: charge.interval,
            planHandle: charge.planHandle ?? null,
          },
        },
      },
    ],
  }
}
