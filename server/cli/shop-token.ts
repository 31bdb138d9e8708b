import type { App } from '../app/compose.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { fail } from './program.ts'

interface StoredTokens {
  expiresAt: number | null
  refreshToken: string | null
}

/** Describes a shop's stored access token, without showing it. */
export async function readTokenState({ deps }: App, { id }: Shop): Promise<string> {
  const { platformTokens: sealed } = await deps.access.forShop(id).shop.findUniqueOrThrow({ where: { id } })
  let tokens: StoredTokens | 'unreadable' | null = null
  try {
    if (sealed) tokens = JSON.parse(deps.secrets.unseal(sealed)) as StoredTokens
  } catch {
    tokens = 'unreadable'
  }
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
