import type { Ctx } from '../context.ts'
import { readKeyId } from './secrets.ts'

/** Owner and field of a secret: `judgeme.token`. */
export type SecretName = `${string}.${string}`

/** Stores an encrypted secret and replaces the former one. */
export async function saveSecret({ db, shop, secrets, now }: Ctx, name: SecretName, text: string): Promise<void> {
  const sealed = secrets.seal(text)
  const data = { sealed, keyId: readKeyId(sealed), updatedAt: now() }
  await db.shopSecret.upsert({
    where: { shopId_name: { shopId: shop.id, name } },
    create: { shopId: shop.id, name, ...data },
    update: data,
  })
}

/** Returns a stored secret; null if there is none, or no key of ENCRYPTION_KEY decrypts it. */
export async function readSecret(ctx: Ctx, name: SecretName): Promise<string | null> {
  return (await readSecrets(ctx, [name])).get(name) ?? null
}

/** Returns the stored secrets among these names, without those that no key decrypts. */
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

/** Returns when each of the shop's secrets was last saved; never the secrets. */
export async function readSecretDates({ db, shop }: Ctx): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.shopSecret.findMany({ where: { shopId: shop.id }, select: { name: true, updatedAt: true } })
  return new Map(rows.map(({ name, updatedAt }) => [name, updatedAt]))
}

/** Deletes the named secrets, or all of the shop's. */
export async function deleteSecrets({ db, shop }: Ctx, names?: readonly SecretName[]): Promise<void> {
  await db.shopSecret.deleteMany({ where: { shopId: shop.id, ...(names ? { name: { in: [...names] } } : {}) } })
}
