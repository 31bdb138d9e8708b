import { z } from 'zod'
import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { SecretBox } from '../../core/secrets/secrets.ts'
import type { ShopTokens, TokenStore } from './access-tokens.ts'

const stored = z.object({
  accessToken: z.string(),
  expiresAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
})

/** A refresh waits for the lock holder's one call to the platform (10 s at most). */
const transaction = { maxWait: 15_000, timeout: 25_000 }

/** Stores tokens encrypted in the shop's row; one process at a time renews them. */
export function makeTokenStore(access: DatabaseAccess, secrets: SecretBox): TokenStore {
  const open = (sealed: string | null | undefined): ShopTokens | null =>
    sealed ? stored.parse(JSON.parse(secrets.unseal(sealed))) : null
  const columns = { select: { platformTokens: true } } as const
  return {
    async read(shopId) {
      const row = await access.forShop(shopId).shop.findUnique({ where: { id: shopId }, ...columns })
      return open(row?.platformTokens)
    },
    change: (shopId, change) =>
      access.forShop(shopId).$transaction(async (db) => {
        // Locks a key, not the row: a slow platform must not block a change of the shop.
        await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`platform-tokens:${shopId}`}, 0))`
        const row = await db.shop.findUnique({ where: { id: shopId }, ...columns })
        const held = open(row?.platformTokens)
        const tokens = await change(held)
        if (tokens !== held)
          await db.shop.update({
            where: { id: shopId },
            data: { platformTokens: tokens && secrets.seal(JSON.stringify(tokens)) },
          })
        return tokens
      }, transaction),
  }
}
