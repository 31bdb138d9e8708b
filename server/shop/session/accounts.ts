import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { cleanLine } from '../../../rules/clean-text.ts'
import { findPasswordProblem } from '../../../rules/passwords.ts'
import { isEmail, isPersonName } from '../../../rules/validation.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import type { Deps } from '../../core/context.ts'
import { hashPassword } from './passwords.ts'

export const normaliseEmail = (email: string): string => email.replaceAll('\0', '').trim().toLowerCase()

/** @throws InvalidInput unless it is an email address */
export function requireEmail(typed: string): string {
  const email = normaliseEmail(typed)
  if (!isEmail(email)) throw new InvalidInput({ email: 'invalidEmail' })
  return email
}

/** Invitations begin with the name, so it holds no link. */
export const personName = z.string('required').max(80, 'valueInvalid').refine(isPersonName, 'valueInvalid')

/** @throws InvalidInput for a short or common password */
export function requireGoodPassword(
  password: string,
  { email, shopName = '', field = 'password' }: { email: string; shopName?: string; field?: string },
): void {
  const problem = findPasswordProblem(password, [email, email.split('@')[0] ?? '', shopName])
  if (problem) throw new InvalidInput({ [field]: problem })
}

interface NewAccount {
  email: string
  name?: string
  password: string
  /** Permanent domain of the account's shop. */
  shopifyDomain: string
  /** It reads everything and changes nothing, as in a public demo. */
  readOnly?: boolean
}

/**
 * Creates a standalone login for a shop, or gives an existing one access to another shop (spec 6).
 * @throws NotFound when there is no such shop; InvalidInput for a short or common password
 */
export async function createAccount(
  deps: Pick<Deps, 'access' | 'now'>,
  input: NewAccount,
): Promise<{ accountId: string; created: boolean }> {
  const db = deps.access.acrossShops('find the shop of a command')
  const shop = await db.shop.findUnique({ where: { shopifyDomain: input.shopifyDomain } })
  if (!shop) throw new NotFound()
  const email = requireEmail(input.email)
  const known = await db.account.findUnique({ where: { email } })
  if (!known) requireGoodPassword(input.password, { email, shopName: shop.name })
  const account =
    known ??
    (await db.account.create({
      data: {
        id: uuidv7(),
        email,
        name: cleanLine(input.name ?? ''),
        passwordHash: await hashPassword(input.password),
        createdAt: deps.now(),
      },
    }))
  const place = { accountId: account.id, shopId: shop.id }
  const right = { readOnly: input.readOnly ?? false }
  await db.accountShop.upsert({ where: { accountId_shopId: place }, create: { ...place, ...right }, update: right })
  if (right.readOnly) await db.accountLink.deleteMany({ where: { inviterId: account.id, shopId: shop.id } })
  return { accountId: account.id, created: !known }
}

/**
 * Returns the account for people from the platform's admin; creates it at the first visit. Its name is the
 * shop's domain. That is no email address, so it has no password login and no other shop.
 */
export async function findPlatformAccount(
  { access, now }: Pick<Deps, 'access' | 'now'>,
  shop: { id: string; shopifyDomain: string },
): Promise<string> {
  const db = access.acrossShops('log in')
  const email = shop.shopifyDomain
  const known = await db.account.findUnique({ where: { email } })
  const account =
    known ??
    (await db.account.upsert({
      where: { email },
      create: {
        id: uuidv7(),
        email,
        passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
        createdAt: now(),
      },
      update: {},
    }))
  const place = { accountId: account.id, shopId: shop.id }
  await db.accountShop.upsert({ where: { accountId_shopId: place }, create: place, update: {} })
  return account.id
}

/** Returns the account's shops that have the app installed. */
export async function listAccountShops(
  access: Deps['access'],
  accountId: string,
): Promise<{ id: string; name: string; shopifyDomain: string }[]> {
  const rows = await access.acrossShops('log in').accountShop.findMany({
    where: { accountId, shop: { uninstalledAt: null } },
    select: { shop: { select: { id: true, name: true, shopifyDomain: true } } },
    orderBy: { shop: { name: 'asc' } },
  })
  return rows.map(({ shop }) => shop)
}
