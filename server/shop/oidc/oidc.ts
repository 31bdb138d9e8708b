import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { makeContext, type Actor, type Deps } from '../../core/context.ts'
import { Unauthenticated } from '../../core/errors.ts'
import type { Device } from '../session/devices.ts'
import { listAccountShops } from '../session/accounts.ts'
import { openSession } from '../session/login.ts'
import { nameSupport } from '../session/support.ts'
import { addSettingHistory } from '../settings/history.ts'
import type { ShopCache } from '../shops/shop-cache.ts'
import { findIdentity } from './find-account.ts'
import { SignInRefused, type SignInChecks, type SignInProvider } from './provider.ts'

export const signInPath = '/auth/oidc'
export const signInCallbackPath = `${signInPath}/callback`
/** Long enough to type a password and a second factor at the provider. */
export const signInSeconds = 10 * 60
/** From the callback to the admin's first script. */
export const handOverSeconds = 60

interface SignInState extends SignInChecks {
  /** Page to open after the login; '': the first one. */
  next: string
  /** Permanent domain of the shop to enter; '': the account's own. */
  shopDomain: string
}

interface HandOver {
  identityId: string
  nonce: string
  shopId: string | null
  isSupport: boolean
}

/** Starts a sign-in: returns the provider's page, and the signed state for a cookie of this browser. @throws SignInRefused */
export async function beginSignIn(
  { signer, origin }: Pick<Deps, 'signer' | 'origin'>,
  provider: SignInProvider,
  wish: Pick<SignInState, 'next' | 'shopDomain'>,
): Promise<{ url: string; state: string }> {
  const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const url = await provider.begin(checks, origin + signInCallbackPath)
  return { url, state: signer.sign('oidc', { ...checks, ...wish } satisfies SignInState, signInSeconds) }
}

/** Returns the sign-in that this browser started; null without one. */
export const readSignIn = ({ signer }: Pick<Deps, 'signer'>, cookie: string): SignInState | null =>
  signer.verify<SignInState>('oidc', cookie)

/**
 * Finishes a sign-in at the provider's callback. Returns a signed note, for which the login page gets a session once.
 * @throws SignInRefused
 */
export async function finishSignIn(
  { deps, shops, provider }: { deps: Deps; shops: ShopCache; provider: SignInProvider },
  begun: SignInState,
  callback: URL,
): Promise<string> {
  const { env, access, signer } = deps
  const person = await provider.finish(begun, callback)
  const wanted = begun.shopDomain ? await shops.findByDomain(begun.shopDomain) : null
  if (begun.shopDomain && (!wanted || wanted.uninstalledAt)) throw new SignInRefused('shop')
  const maySupport = env.CANDOR_OIDC_SUPPORT && wanted !== null
  const { id, accountId, handOver } = await findIdentity(deps, person, { maySupport })
  const own = await listAccountShops(access, accountId)
  const isOwn = wanted === null || own.some((shop) => shop.id === wanted.id)
  if (!isOwn && !maySupport) throw new SignInRefused('shop')
  // Support names a shop; without one, a person of no shop would get an empty list.
  if (wanted === null && own.length === 0) throw new SignInRefused(env.CANDOR_OIDC_SUPPORT ? 'shop' : 'unknown')
  const only = own.length === 1 ? (own[0]?.id ?? null) : null
  const note: HandOver = {
    identityId: id,
    nonce: handOver ?? '',
    shopId: wanted?.id ?? only,
    isSupport: !isOwn,
  }
  return signer.sign('oidc-login', note, handOverSeconds)
}

/**
 * Opens the session of a note, once. Entering a shop as support is written to its history.
 * @throws Unauthenticated, also for a second use and after an uninstallation
 */
export async function openProviderSession(
  deps: Deps,
  shops: ShopCache,
  { note, device }: { note: string; device: Device },
): Promise<string> {
  const handOver = deps.signer.verify<HandOver>('oidc-login', note)
  if (!handOver) throw new Unauthenticated()
  const { identityId, nonce, shopId, isSupport } = handOver
  const shop = shopId ? await shops.findById(shopId) : null
  if (shopId && (!shop || shop.uninstalledAt)) throw new Unauthenticated()
  const db = deps.access.acrossShops('log in')
  const [identity] = await db.accountIdentity.updateManyAndReturn({
    where: { id: identityId, handOver: nonce },
    data: { handOver: null },
    include: { account: true },
  })
  if (!identity) throw new Unauthenticated()
  const { account } = identity
  if (shop && isSupport) {
    const actor: Actor = {
      kind: 'merchant',
      mode: 'standalone',
      accountId: account.id,
      name: nameSupport(account),
      locale: account.locale,
      readOnly: false,
      isSupport,
    }
    const entered = [{ field: 'entered', before: null, after: account.email }]
    await addSettingHistory(makeContext(deps, shop, actor), 'support', entered)
  }
  const place = isSupport ? { shopId: null, supportShopId: shopId } : { shopId }
  return openSession(deps, { accountId: account.id, identityId, ...place }, device)
}
