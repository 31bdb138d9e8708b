/** Plan ids, as stored in `Shop.plan` and used in the API (spec 4). */
export const PLAN_IDS = ['free', 'pro', 'pro_2', 'pro_24', 'advanced', 'enterprise'] as const
export type PlanId = (typeof PLAN_IDS)[number]

/** -1: free. 0: any paid plan. 1: advanced and enterprise. 2: enterprise (spec 4). */
type PlanTier = -1 | 0 | 1 | 2

interface Plan {
  id: PlanId
  /** Name for merchants, who see the three pro prices as one plan. */
  displayName: string
  tier: PlanTier
  monthlyUsd: number
  /** Monthly price with annual billing: the specification's figures, not computed. */
  annualMonthlyUsd: number
  trialDays: number
  /** Automated review requests per billing cycle; null means no limit. */
  monthlyRequests: number | null
  maxImportRows: number
  /** Requests for orders from before the app; null means no limit. */
  oldOrderRequests: number | null
  /** Only for shops on the platform's Plus plan. */
  plusOnly: boolean
}

const paid = {
  trialDays: 7,
  monthlyRequests: 250,
  maxImportRows: 10_000,
  oldOrderRequests: null,
  plusOnly: false,
} as const

/** The plan table of spec 9. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    displayName: 'Free',
    tier: -1,
    monthlyUsd: 0,
    annualMonthlyUsd: 0,
    trialDays: 0,
    monthlyRequests: 50,
    maxImportRows: 100,
    oldOrderRequests: 40,
    plusOnly: false,
  },
  pro: { ...paid, id: 'pro', displayName: 'Pro', tier: 0, monthlyUsd: 19.9, annualMonthlyUsd: 16.9 },
  pro_2: { ...paid, id: 'pro_2', displayName: 'Pro', tier: 0, monthlyUsd: 9.9, annualMonthlyUsd: 8.4 },
  pro_24: { ...paid, id: 'pro_24', displayName: 'Pro', tier: 0, monthlyUsd: 12.9, annualMonthlyUsd: 10.9 },
  advanced: {
    ...paid,
    id: 'advanced',
    displayName: 'Advanced',
    tier: 1,
    monthlyUsd: 29.9,
    annualMonthlyUsd: 25.4,
    monthlyRequests: null,
  },
  enterprise: {
    ...paid,
    id: 'enterprise',
    displayName: 'Enterprise',
    tier: 2,
    monthlyUsd: 199,
    annualMonthlyUsd: 169,
    trialDays: 60,
    monthlyRequests: null,
    plusOnly: true,
  },
}

/** Lowest tier of each feature (spec 6). */
export const FEATURES = {
  // e-mail templates
  photoReminder: 0,
  reviewReply: 0,
  confirmEdit: 0,
  discountEmail: 1,
  interactiveEmail: 1,
  // reviews
  replies: 0,
  recycleBin: 0,
  translatedContent: 1,
  videoReviews: 1,
  qrCode: 1,
  // display
  customCss: 0,
  ugc: 0,
  removeBranding: 0,
  // requests
  unlimitedRequests: 1,
  // connections
  flowIntegration: 0,
  pushNotifications: 0,
  api: 2,
  webhooks: 2,
  headless: 2,
} as const satisfies Record<string, Exclude<PlanTier, -1>>

export type Feature = keyof typeof FEATURES

/** Features without an effect yet: pages name them as coming. */
export const COMING_FEATURES: readonly Feature[] = []

/** Cheapest advertised plan of each tier; special pro prices are never advertised. */
export const planOfTier: Readonly<Record<PlanTier, PlanId>> = { [-1]: 'free', 0: 'pro', 1: 'advanced', 2: 'enterprise' }

/** Plans of the price page, cheapest first. */
export const OFFERED_PLANS = ['free', 'pro', 'advanced', 'enterprise'] as const satisfies readonly PlanId[]

export function isPlanId(value: unknown): value is PlanId {
  return typeof value === 'string' && (PLAN_IDS as readonly string[]).includes(value)
}

/** Returns a plan by id. Unknown ids get the free plan. */
export function planOf(value: unknown): Plan {
  return plans[isPlanId(value) ? value : 'free']
}

/** Whether a plan includes a feature (spec 6). Unknown ids get the free plan. */
export function allows(plan: string, feature: Feature): boolean {
  return planOf(plan).tier >= FEATURES[feature]
}

export function requiredPlan(feature: Feature): PlanId {
  return planOfTier[FEATURES[feature]]
}

/** States of the subscription page (spec 4: trial, free, pro, advanced, enterprise). */
type SubscriptionState = 'trial' | 'free' | 'pro' | 'advanced' | 'enterprise'

export const subscriptionNames: Readonly<Record<SubscriptionState, string>> = {
  trial: 'Trial',
  free: 'Free',
  pro: 'Pro',
  advanced: 'Advanced',
  enterprise: 'Enterprise',
}

export function subscriptionState(plan: string, onTrial: boolean): SubscriptionState {
  const { id } = planOf(plan)
  if (id === 'free') return 'free'
  if (onTrial) return 'trial'
  return id === 'pro_2' || id === 'pro_24' ? 'pro' : id
}

/** Platform plans of shops that never pay (spec 6). */
const NON_PAYING_SHOP_PLANS = ['partner_test', 'affiliate', 'staff', 'trial'] as const

export function isNonPayingShop(shopifyPlan: string): boolean {
  return (NON_PAYING_SHOP_PLANS as readonly string[]).includes(shopifyPlan)
}
