import type { DatabaseAccess } from '../core/database/for-shop.ts'
import type { Env } from '../core/env.ts'
import type { SecretBox } from '../core/secrets/secrets.ts'
import { demoPlatform } from '../demo/demo-platform.ts'
import type { PlatformPort } from '../platform/platform.ts'
import { requireScopes } from '../platform/require-scopes.ts'
import { openShopifyPlatform } from '../platform/shopify/shopify.ts'
import { makeTokenStore } from '../platform/shopify/token-store.ts'

interface PlatformParts {
  env: Env
  access: DatabaseAccess
  secrets: SecretBox
  /** PUBLIC_URL, or the address of this process. */
  origin?: string
  /** The business clock. */
  now(): Date
}

/** Opens the platform of this process: the demo's or the real one. */
export const openPlatform = (parts: PlatformParts): PlatformPort => requireScopes(openAdapter(parts))

function openAdapter({ env, access, secrets, origin, now }: PlatformParts): PlatformPort {
  const billing = { kind: env.CANDOR_BILLING, appHandle: env.SHOPIFY_APP_HANDLE ?? '' }
  const keys = { apiKey: env.SHOPIFY_API_KEY, secret: env.SHOPIFY_API_SECRET }
  const store = makeTokenStore(access, secrets)
  if (env.CANDOR_MODE === 'demo')
    return demoPlatform({
      ...keys,
      access,
      store,
      billing,
      now,
      origin: (origin ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    })
  return openShopifyPlatform({ ...keys, billing, ownShop: env.CANDOR_OWN_SHOP ?? null, store, fetch, now: Date.now })
}
