import type { Deps } from '../context.ts'
import { readKeyId } from './secrets.ts'

const batch = 500

/** Counts of secrets that were encrypted again, and of those that no key of ENCRYPTION_KEY decrypts. */
interface Rotation {
  resealed: number
  unreadable: number
}

interface Sealed {
  shopId: string
  name: string
  sealed: string
}

/**
 * Re-encrypts the secrets of all shops with the newest key, in batches. A killed run continues when it is started
 * again. A secret saved during the run already uses the newest key and is left alone.
 */
export async function rotateSecrets(
  deps: Pick<Deps, 'access' | 'secrets'>,
  onBatch: (soFar: Rotation) => void = () => undefined,
): Promise<Rotation> {
  const rotation: Rotation = { resealed: 0, unreadable: 0 }
  const { secrets } = deps
  const stores = deps.access.databases.flatMap((access) => [
    shopSecrets({ access, secrets }),
    shopColumn({ access, secrets }, 'platformTokens'),
    shopColumn({ access, secrets }, 'sharedSecret'),
  ])
  for (const store of stores) {
    let last: Pick<Sealed, 'shopId' | 'name'> = { shopId: '00000000-0000-0000-0000-000000000000', name: '' }
    for (;;) {
      const rows = await store.find(last)
      if (rows.length === 0) break
      last = rows[rows.length - 1] ?? last
      for (const row of rows) {
        const again = reseal(deps, row.sealed)
        if (again === null) rotation.unreadable++
        else rotation.resealed += await store.replace(row, again)
      }
      onBatch(rotation)
    }
  }
  return rotation
}

function reseal({ secrets }: Pick<Deps, 'secrets'>, sealed: string): string | null {
  try {
    return secrets.seal(secrets.unseal(sealed))
  } catch {
    return null
  }
}

interface SecretStore {
  /** Returns the next rows after `last` that use a former key. */
  find(last: Pick<Sealed, 'shopId' | 'name'>): Promise<Sealed[]>
  /** Returns how many rows it replaced: none if the row has changed since. */
  replace(row: Sealed, sealed: string): Promise<number>
}

function shopSecrets({ access, secrets }: Pick<Deps, 'access' | 'secrets'>): SecretStore {
  const db = access.acrossShops('rotate secrets')
  return {
    find: ({ shopId, name }) => db.$queryRaw<Sealed[]>`
      select "shopId", name, sealed from "ShopSecret"
      where "keyId" <> ${secrets.keyId} and ("shopId", name) > (${shopId}::uuid, ${name}) order by "shopId", name limit ${batch}`,
    replace: async (row, sealed) =>
      (
        await db.shopSecret.updateMany({
          where: { shopId: row.shopId, name: row.name, sealed: row.sealed },
          data: { sealed, keyId: readKeyId(sealed) },
        })
      ).count,
  }
}

/** Platform secrets, stored in columns of the shop. */
function shopColumn(
  { access, secrets }: Pick<Deps, 'access' | 'secrets'>,
  column: 'platformTokens' | 'sharedSecret',
): SecretStore {
  const db = access.acrossShops('rotate secrets')
  return {
    async find({ shopId }) {
      const shops = await db.shop.findMany({
        where: { id: { gt: shopId }, [column]: { not: null }, NOT: { [column]: { startsWith: `${secrets.keyId}.` } } },
        select: { id: true, platformTokens: true, sharedSecret: true },
        orderBy: { id: 'asc' },
        take: batch,
      })
      return shops.map((shop) => ({ shopId: shop.id, name: column, sealed: shop[column] ?? '' }))
    },
    replace: async (row, sealed) =>
      (await db.shop.updateMany({ where: { id: row.shopId, [column]: row.sealed }, data: { [column]: sealed } })).count,
  }
}
