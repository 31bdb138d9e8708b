/** Access that Candor asks a shop for, by the platform's names, with the features that don't work without it. */
export const SCOPE_FEATURES = {
  read_products: ['products'],
  write_products: ['ratings'],
  read_orders: ['requests'],
  read_fulfillments: ['delivery'],
  read_customers: ['customers'],
  write_discounts: ['discounts'],
  read_locales: ['languages'],
  read_themes: ['themes'],
  write_app_proxy: ['storefront'],
} as const satisfies Record<string, readonly string[]>

export type Scope = keyof typeof SCOPE_FEATURES
export type ScopedFeature = (typeof SCOPE_FEATURES)[Scope][number]

export const SCOPED_FEATURES: readonly ScopedFeature[] = Object.values(SCOPE_FEATURES).flat()

/** Scopes that a merchant grants only when a feature needs them. */
export const OPTIONAL_SCOPES: readonly Scope[] = ['write_discounts']

export const REQUIRED_SCOPES: readonly Scope[] = (Object.keys(SCOPE_FEATURES) as Scope[]).filter(
  (scope) => !OPTIONAL_SCOPES.includes(scope),
)

/** Returns whether the granted scopes contain one; writing includes reading. */
export function hasScope(granted: readonly string[], scope: Scope): boolean {
  return granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'))
}

/** Returns the scopes that a feature needs and the shop hasn't granted. Empty grants: not known yet, so none. */
export function missingScopes(granted: readonly string[], feature?: ScopedFeature): Scope[] {
  if (granted.length === 0) return []
  return (Object.keys(SCOPE_FEATURES) as Scope[]).filter(
    (scope) =>
      (feature === undefined || (SCOPE_FEATURES[scope] as readonly string[]).includes(feature)) &&
      !hasScope(granted, scope),
  )
}

/** Returns the features that a shop's granted scopes lock. */
export const lockedFeatures = (granted: readonly string[]): ScopedFeature[] =>
  missingScopes(granted).flatMap((scope) => SCOPE_FEATURES[scope])
