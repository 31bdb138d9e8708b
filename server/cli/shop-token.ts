import type { App } from '../app/compose.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { makeTokenStore } from '../platform/shopify/token-store.ts'
import { fail } from './program.ts'

const storeOf = ({ deps }: App) => makeTokenStore(deps.access, deps.secrets)

/** Describes a shop's stored access token, without showing it. */
export async function readTokenState(app: App, { id }: Shop): Promise<string> {
  const tokens = await storeOf(app)
    .read(id)
    .catch(() => 'unreadable' as const)
  if (tokens === 'unreadable') return 'unreadable: no key of ENCRYPTION_KEY opens it'
  if (!tokens) return 'none: the next visit of the admin fetches one'
  const ends = tokens.expiresAt === null ? 'does not expire' : `expires ${new Date(tokens.expiresAt).toISOString()}`
  return tokens.refreshToken ? `${ends}, is renewed` : ends
}

/** Replaces a shop's access token; null forgets it. */
export async function changeToken({ deps }: App, { id }: Shop, accessToken: string | null): Promise<void> {
  if (accessToken === '') fail('Pipe the access token into the command.')
  const tokens = accessToken === null ? null : { accessToken, expiresAt: null, refreshToken: null }
  await deps.access.forShop(id).shop.update({
    where: { id },
    data: { platformTokens: tokens && deps.secrets.seal(JSON.stringify(tokens)), version: { increment: 1 } },
  })
  deps.publish(id, 'shop', id)
}
