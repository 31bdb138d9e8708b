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
  store: TokenStore
  fetch: typeof fetch
  now(): number
}

interface AccessTokens {
  /** Exchanges a verified ID token for background access, unless the shop's tokens are still valid. */
  connect(shop: PlatformShop, idToken: string): Promise<void>
  /**
   * Returns a token that is valid for some time, refreshed if necessary.
   * @param refused a token that the platform has just refused
   * @throws AccessRefused when only the merchant can grant access
   */
  accessToken(shop: PlatformShop, refused?: string): Promise<string>
}

/** Renewal before expiry, so that no call's token expires on the way. */
const earlyMs = 5 * 60_000
const timeoutMs = 10_000

const grantShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
})

/** Manages the shops' offline access tokens, which expire after an hour (spec 4). */
export function makeAccessTokens(parts: AccessTokenParts): AccessTokens {
  /** One change per shop in this process; the store locks out other processes. */
  const changing = new Map<string, Promise<ShopTokens | null>>()
  const changeOnce = (shop: PlatformShop, change: (held: ShopTokens | null) => Promise<ShopTokens | null>) => {
    const running = changing.get(shop.id)
    if (running) return running
    const started = parts.store.change(shop.id, change).finally(() => changing.delete(shop.id))
    changing.set(shop.id, started)
    return started
  }
  const grant = async (shop: PlatformShop, request: Record<string, string>): Promise<ShopTokens | null> => {
    const response = await parts
      .fetch(`https://${shop.shopifyDomain}/admin/oauth/access_token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ client_id: parts.apiKey, client_secret: parts.secret, ...request }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      .catch(() => {
        throw new UpstreamFailed('upstreamFailed')
      })
    if (response.status >= 400 && response.status < 500) return null
    const body = response.ok ? grantShape.safeParse(await response.json().catch(() => null)) : null
    if (!body?.success) throw new UpstreamFailed('upstreamFailed')
    const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = body.data
    return {
      accessToken,
      expiresAt: seconds === undefined ? null : parts.now() + seconds * 1_000,
      refreshToken: refreshToken ?? null,
    }
  }
  const holds = (tokens: ShopTokens, refused?: string): boolean =>
    tokens.accessToken !== refused && (tokens.expiresAt === null || tokens.expiresAt - earlyMs > parts.now())
  return {
    async connect(shop, idToken) {
      const known = await parts.store.read(shop.id)
      if (known && holds(known)) return
      const tokens = await changeOnce(shop, async (held) =>
        held && holds(held)
          ? held
          : ((await grant(shop, {
              grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
              subject_token: idToken,
              subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
              requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
              expiring: '1',
            })) ?? held),
      )
      if (!tokens || !holds(tokens)) throw new AccessRefused()
    },
    async accessToken(shop, refused) {
      const held = await parts.store.read(shop.id)
      if (held && holds(held, refused)) return held.accessToken
      const renewed = await changeOnce(shop, async (current) => {
        // Another process may have renewed it first.
        if (current === null || holds(current, refused)) return current
        if (current.refreshToken === null) return null
        return await grant(shop, { grant_type: 'refresh_token', refresh_token: current.refreshToken })
      })
      if (!renewed || !holds(renewed, refused)) throw new AccessRefused()
      return renewed.accessToken
    },
  }
}
