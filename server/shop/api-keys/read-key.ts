import { createHash } from 'node:crypto'
import { isKeyFormat, keyPrefix, type KeyScope } from '../../../rules/api-keys.ts'
import type { Deps } from '../../core/context.ts'
import { KeyInvalid } from '../../core/errors.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import { makeRowCache } from '../../core/row-cache.ts'

export type KeyRow = Omit<ApiKey, 'scopes'> & { scopes: KeyScope[] }

interface KeyReader {
  /** Returns the row of a key that works. @throws KeyInvalid, which says why */
  read(key: string | undefined): Promise<KeyRow>
  drop(hash: string): void
  clear(): void
}

/** A key has 256 random bits, which no dictionary contains, so a fast hash is enough. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

export const looksLikeKey = (token: string | undefined): boolean => token?.startsWith(keyPrefix) === true

/** Least time between two notes of when a key was last used. */
const useNotedMs = 60_000

/** Makes the reader of keys. A key in use costs one statement a minute, and a malformed one none. */
export function makeKeyReader(deps: Deps): KeyReader {
  const rows = makeRowCache(async (hash) => {
    const row = (await findRow(deps, hash)) as KeyRow | null
    if (row && !endOf(deps, row)) await noteUse(deps, row)
    return row
  })
  return {
    async read(key) {
      if (!key || !isKeyFormat(key)) throw new KeyInvalid('keyMalformed')
      const row = await rows.read(hashKey(key))
      if (!row) throw new KeyInvalid('keyUnknown')
      const end = endOf(deps, row)
      if (end) throw new KeyInvalid(end)
      return row
    },
    drop: (hash) => rows.drop(hash),
    clear: () => rows.clear(),
  }
}

const endOf = ({ now }: Pick<Deps, 'now'>, { revokedAt, expiresAt }: KeyRow) =>
  revokedAt ? 'keyRevoked' : expiresAt && expiresAt <= now() ? 'keyExpired' : null

const findRow = ({ access }: Deps, hash: string) =>
  access.acrossShops('find the shop of an API key').apiKey.findUnique({ where: { hash } })

/** Notes that a key is in use; a request doesn't fail by it. The row decides, as every process has its own cache. */
async function noteUse({ access, log, now }: Deps, { shopId, id }: KeyRow): Promise<void> {
  const at = now()
  const noted = { lt: new Date(at.getTime() - useNotedMs) }
  await access
    .forShop(shopId)
    .apiKey.updateMany({
      where: { shopId, id, OR: [{ lastUsedAt: null }, { lastUsedAt: noted }] },
      data: { lastUsedAt: at },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'the use of an API key cannot be noted now'))
}
