import type { Ctx } from '../context.ts'
import { readKeyId } from './secrets.ts'

/** Whose secret and which field of it: `judgeme.token`. */
export type SecretName = `${string}.${string}`

/** Keeps a secret, sealed, instead of the one before. */
export async function saveSecret({ db, shop, secrets, now }: Ctx, name: SecretName, text: string): Promise<void> {
  const sealed = secrets.seal(text)
  const data = { sealed, keyId: readKeyId(sealed), updatedAt: now() }
  await db.shopSecret.upsert({
    where: { shopId_name: { shopId: shop.id, name } },
    create: { shopId: shop.id, name, ...data },
    update: data,
  })
}

/** Returns a kept secret; null when there is none, or no key of ENCRYPTION_KEY opens it any more. */
export async function readSecret(ctx: Ctx, name: SecretName): Promise<string | null> {
  return (await readSecrets(ctx, [name])).get(name) ?? null
}

/** Returns the kept secrets among these names. One that no key opens is left out. */
export async function readSecrets(
  { db, shop, secrets }: Ctx,
  names: readonly SecretName[],
): Promise<ReadonlyMap<SecretName, string>> {
  const rows = await db.shopSecret.findMany({
    where: { shopId: shop.id, name: { in: [...names] } },
    select: { name: true, sealed: true },
  })
  const found = new Map<SecretName, string>()
  for (const { name, sealed } of rows) {
    try {
      found.set(name as SecretName, secrets.unseal(sealed))
    } catch {
      // The key is gone; the shop enters the secret again.
    }
  }
  return found
}

/** Returns when each of the shop's kept secrets was last saved; never the secrets. */
export async function readSecretDates({ db, shop }: Ctx): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.shopSecret.findMany({ where: { shopId: shop.id }, select: { name: true, updatedAt: true } })
  return new Map(rows.map(({ name, updatedAt }) => [name, updatedAt]))
}

/** Deletes secrets; all of the shop unless names are given. */
export async function deleteSecrets({ db, shop }: Ctx, names?: readonly SecretName[]): Promise<void> {
  await db.shopSecret.deleteMany({ where: { shopId: shop.id, ...(names ? { name: { in: [...names] } } : {}) } })
}
