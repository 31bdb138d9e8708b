import { z } from 'zod'
import { AccessRefused, UpstreamFailed } from '../../core/errors.ts'
import type { PlatformShop } from '../platform.ts'

/** Access tokens of a shop, stored encrypted in Shop.platformTokens. Times in ms of the wall clock. */
export interface ShopTokens {
  accessToken: string
  /** Null: does not expire (an old kind of token). */
  expiresAt: number | null
  refreshToken: string | null
}

export interface TokenStore {
  read(shopId: string): Promise<ShopTokens | null>
  /**
   * Changes tokens under a lock across processes: a second refresh with the same rotating refresh token would lose
   * access. `change` receives the stored tokens; its result is stored and returned.
   */
  change(shopId: string, change: (held: ShopTokens | null) => Promise<ShopTokens | null>): Promise<ShopTokens | null>
}

export interface AccessTokenParts {
  apiKey: string
  secret: string
  /** The operator's own shop: its tokens come from the app's own credentials. Null: none. */
  ownShop: string | null
  store: TokenStore
  fetch: typeof fetch
  now(): number
}

interface AccessTokens {
  /** Exchanges a verified ID token for background access, unless the shop's tokens are still valid. */
  connect(shop: PlatformShop, idToken: string): Promise<void>
  /** Exchanges the code of an OAuth callback. @throws AccessRefused for a used code, or one of another shop */
  redeem(shopDomain: string, code: string): Promise<RedeemedAccess>
  /**
   * Returns a token that is valid for some time, refreshed if necessary.
   * @param refused a token that the platform has just refused
   * @throws AccessRefused when only the merchant can grant access
   */
  accessToken(shop: PlatformShop, refused?: string): Promise<string>
}

/** Access that a merchant has granted, to be stored once the shop has a row. */
export interface RedeemedAccess {
  keep(shop: PlatformShop): Promise<void>
}

/** Renewal before expiry, so that no call's token expires on the way. */
const earlyMs = 5 * 60_000
const timeoutMs = 10_000
/**
 * After a rate limit or a fault of the platform the tokens stay, and the next call tries again. The platform accepts the former refresh token until the new one is used, so a lost response costs nothing.
 */
const finalRefusals: ReadonlySet<number> = new Set([400, 401])

const grantShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
})

/** Manages the shops' offline access tokens, which expire after an hour (spec 4). */
export function makeAccessTokens(parts: AccessTokenParts): AccessTokens {
  /** One change of a kind per shop in this process; the store locks out other processes. */
  const changing = new Map<string, Promise<ShopTokens | null>>()
  const changeOnce = (
    kind: 'connect' | 'renew',
    shop: PlatformShop,
    change: (held: ShopTokens | null) => Promise<ShopTokens | null>,
  ) => {
    const key = `${kind} ${shop.id}`
    const running = changing.get(key)
    if (running) return running
    const started = parts.store.change(shop.id, change).finally(() => changing.delete(key))
    changing.set(key, started)
    return started
  }
  const grant = (shopDomain: string, request: Record<string, string>) => requestTokens(parts, shopDomain, request)
  const ownGrant = (shop: PlatformShop) => grant(shop.shopifyDomain, { grant_type: 'client_credentials' })
  const isOwn = (shop: PlatformShop) => shop.shopifyDomain === parts.ownShop
  const holds = (tokens: ShopTokens, refused?: string): boolean =>
    tokens.accessToken !== refused && (tokens.expiresAt === null || tokens.expiresAt - earlyMs > parts.now())
  return {
    async connect(shop, idToken) {
      const known = await parts.store.read(shop.id)
      if (known && holds(known)) return
      const tokens = await changeOnce('connect', shop, async (held) => {
        if (held && holds(held)) return held
        if (isOwn(shop)) return ownGrant(shop)
        return grant(shop.shopifyDomain, {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: idToken,
          subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
          requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
          expiring: '1',
        })
      })
      if (!tokens || !holds(tokens)) throw new AccessRefused()
    },
    async redeem(shopDomain, code) {
      const tokens = await grant(shopDomain, { code, expiring: '1' })
      if (!tokens) throw new AccessRefused()
      return {
        async keep(shop) {
          await parts.store.change(shop.id, () => Promise.resolve(tokens))
        },
      }
    },
    async accessToken(shop, refused) {
      const held = await parts.store.read(shop.id)
      if (held && holds(held, refused)) return held.accessToken
      const renewed = await changeOnce('renew', shop, async (current) => {
        // Another process may have renewed it first.
        if (current && holds(current, refused)) return current
        if (isOwn(shop)) return (await ownGrant(shop)) ?? current
        if (!current?.refreshToken) return null
        return grant(shop.shopifyDomain, { grant_type: 'refresh_token', refresh_token: current.refreshToken })
      })
      if (!renewed || !holds(renewed, refused)) throw new AccessRefused()
      return renewed.accessToken
    },
  }
}

/** Asks the platform for tokens. Returns null when it refuses for good. @throws UpstreamFailed */
async function requestTokens(
  parts: AccessTokenParts,
  shopDomain: string,
  request: Record<string, string>,
): Promise<ShopTokens | null> {
  const response = await parts
    .fetch(`https://${shopDomain}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ client_id: parts.apiKey, client_secret: parts.secret, ...request }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    .catch(() => {
      throw new UpstreamFailed('upstreamFailed')
    })
  if (finalRefusals.has(response.status)) return null
  const body = response.ok ? grantShape.safeParse(await response.json().catch(() => null)) : null
  if (!body?.success) throw new UpstreamFailed('upstreamFailed')
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = body.data
  return {
    accessToken,
    expiresAt: seconds === undefined ? null : parts.now() + seconds * 1_000,
    refreshToken: refreshToken ?? null,
  }
}
