import { randomBytes, randomUUID } from 'node:crypto'
import { OPTIONAL_SCOPES, REQUIRED_SCOPES, hasScope, type Scope } from '../../../rules/scopes.ts'
import { makeContext, type Deps } from '../../core/context.ts'
import { Unauthenticated } from '../../core/errors.ts'
import { consumeOneUseLink } from '../../core/files/one-use.ts'
import type { OAuthCallback } from '../../platform/platform.ts'
import type { ShopCache } from '../shops/shop-cache.ts'
import { findPlatformAccount } from '../session/accounts.ts'
import type { Device } from '../session/devices.ts'
import { openSession } from '../session/login.ts'
import { connectShop } from './install.ts'

export const oauthPath = '/auth/shopify'
export const callbackPath = `${oauthPath}/callback`
/** Long enough to read the platform's page. */
export const stateSeconds = 10 * 60
/** From the callback to the admin's first script. */
export const handOverSeconds = 60

interface OAuthState {
  nonce: string
  shopDomain: string
  /** Page to open after the login; '': the first one. */
  next: string
}

interface HandOver {
  accountId: string
  shopId: string
  nonce: string
}

/** Starts a grant: returns the platform's page, and the signed state for a cookie of this browser. */
export function beginOAuth(
  { platform, signer, origin }: Deps,
  {
    shopDomain,
    next,
    granted,
    also,
  }: Omit<OAuthState, 'nonce'> & { granted: readonly string[]; also: readonly Scope[] },
): { url: string; state: string } {
  const nonce = randomBytes(16).toString('base64url')
  // A new grant replaces the former one, so it names what the shop has granted already.
  const optional = OPTIONAL_SCOPES.filter((scope) => also.includes(scope) || hasScope(granted, scope))
  const redirectUri = `${origin}${callbackPath}`
  return {
    url: platform.authorizeUrl(shopDomain, { state: nonce, redirectUri, scopes: [...REQUIRED_SCOPES, ...optional] }),
    state: signer.sign('oauth', { nonce, shopDomain, next } satisfies OAuthState, stateSeconds),
  }
}

/** Returns the grant that this browser started, or null if the callback belongs to another one. */
export function findOwnGrant(
  { signer }: Pick<Deps, 'signer'>,
  callback: OAuthCallback,
  state: string,
): OAuthState | null {
  const begun = signer.verify<OAuthState>('oauth', state)
  return begun?.nonce === callback.state && begun.shopDomain === callback.shopDomain ? begun : null
}

/**
 * Connects the shop of a callback and returns a signed note for the login. Exchanges the code first, so that a refused
 * one stores nothing.
 * @throws AccessRefused, UpstreamFailed
 */
export async function finishOAuth(
  deps: Deps,
  shops: ShopCache,
  { shopDomain, code }: Pick<OAuthCallback, 'shopDomain' | 'code'>,
): Promise<string> {
  const access = await deps.platform.redeemCode(shopDomain, code)
  const known = await shops.findByDomain(shopDomain)
  const shop = await connectShop(deps, { shopDomain, known, grant: (one) => access.keep(one) })
  const accountId = await findPlatformAccount(deps, shop)
  const handOver: HandOver = { accountId, shopId: shop.id, nonce: randomUUID() }
  return deps.signer.sign('platform-login', handOver, handOverSeconds)
}

/**
 * Opens a standalone session after the platform has let a person into the shop.
 * @throws Unauthenticated, also after an uninstallation; NotFound for a second use
 */
export async function openPlatformSession(
  deps: Deps,
  shops: ShopCache,
  { note, device }: { note: string; device: Device },
): Promise<string> {
  const handOver = deps.signer.verify<HandOver>('platform-login', note)
  const shop = handOver && (await shops.findById(handOver.shopId))
  if (!shop || shop.uninstalledAt) throw new Unauthenticated()
  const { accountId, nonce } = handOver
  const ctx = makeContext(deps, shop, { kind: 'system', name: 'login' })
  await consumeOneUseLink(ctx, { nonce, of: accountId })
  return openSession(deps, { accountId, shopId: shop.id }, device)
}
