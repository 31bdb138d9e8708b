import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import type { Deps } from '../../core/context.ts'
import { hashPassword } from './passwords.ts'

const shortestPassword = 12

export const normaliseEmail = (email: string): string => email.replaceAll('\0', '').trim().toLowerCase()

interface NewAccount {
  email: string
  password: string
  /** Permanent domain of the account's shop. */
  shopifyDomain: string
}

/**
 * Creates a standalone login for a shop, or gives an existing one access to another shop (spec 6).
 * @throws NotFound when there is no such shop; InvalidInput for a short password
 */
export async function createAccount(
  deps: Pick<Deps, 'access' | 'now'>,
  input: NewAccount,
): Promise<{ accountId: string; created: boolean }> {
  const db = deps.access.acrossShops('find the shop of a command')
  const shop = await db.shop.findUnique({ where: { shopifyDomain: input.shopifyDomain } })
  if (!shop) throw new NotFound()
  const email = normaliseEmail(input.email)
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) throw new InvalidInput({ email: 'invalidEmail' })
  const known = await db.account.findUnique({ where: { email } })
  if (!known && input.password.length < shortestPassword)
    throw new InvalidInput({ password: { code: 'fillAtLeast', params: { min: shortestPassword } } })
  const account =
    known ??
    (await db.account.create({
      data: { id: uuidv7(), email, passwordHash: await hashPassword(input.password), createdAt: deps.now() },
    }))
  const place = { accountId: account.id, shopId: shop.id }
  await db.accountShop.upsert({ where: { accountId_shopId: place }, create: place, update: {} })
  return { accountId: account.id, created: !known }
}

/**
 * Returns the account of those whom the platform lets into a shop; creates it at the first visit. Its name is the
 * shop's domain, which is no email address, so it can neither sign in with a password nor own another shop.
 */
export async function findPlatformAccount(
  { access, now }: Pick<Deps, 'access' | 'now'>,
  shop: { id: string; shopifyDomain: string },
): Promise<string> {
  const db = access.acrossShops('log in')
  const email = shop.shopifyDomain
  const known = await db.account.findUnique({ where: { email }, select: { id: true } })
  if (known) return known.id
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const account = await db.account.upsert({
    where: { email },
    create: { id: uuidv7(), email, passwordHash, createdAt: now() },
    update: {},
  })
  const place = { accountId: account.id, shopId: shop.id }
  await db.accountShop.upsert({ where: { accountId_shopId: place }, create: place, update: {} })
  return account.id
}

export async function listAccountShops(
  access: Deps['access'],
  accountId: string,
): Promise<{ id: string; name: string; shopifyDomain: string }[]> {
  const rows = await access.acrossShops('log in').accountShop.findMany({
    where: { accountId },
    select: { shop: { select: { id: true, name: true, shopifyDomain: true } } },
    orderBy: { shop: { name: 'asc' } },
  })
  return rows.map(({ shop }) => shop)
}
