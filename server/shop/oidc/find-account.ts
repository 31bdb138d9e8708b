import { randomBytes, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { cleanLine } from '../../../rules/clean-text.ts'
import { isEmail, isPersonName } from '../../../rules/validation.ts'
import type { Deps } from '../../core/context.ts'
import type { AccountIdentity } from '../../generated/prisma/client.ts'
import { normaliseEmail } from '../session/accounts.ts'
import { hashPassword } from '../session/passwords.ts'
import { listOpenInvitations } from '../session/people.ts'
import { SignInRefused, type ProvidedPerson } from './provider.ts'

interface Wish {
  /** Whether the operator lets everyone in: into the own shop, or as support into the shop that they named. */
  mayCreate: boolean
}

/**
 * Returns the identity of a person with its account. The provider's subject finds the account, or an address that the
 * provider has verified. Open invitations of that address are accepted.
 * @throws SignInRefused unverified, domain, unknown
 */
export async function findIdentity(
  deps: Pick<Deps, 'access' | 'env'>,
  person: ProvidedPerson,
  { mayCreate }: Wish,
): Promise<AccountIdentity> {
  const db = deps.access.acrossShops('log in')
  const email = requireAllowedEmail(deps.env.CANDOR_OIDC_DOMAINS, person)
  const { issuer, subject } = person
  const known = await db.accountIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } })
  if (!known && !email) throw new SignInRefused('unverified')
  const invitations = email ? await listOpenInvitations(deps, email) : []
  const accountId =
    known?.accountId ??
    (await findOrCreateAccount(deps, { ...person, email: email ?? '' }, invitations.length > 0 || mayCreate))
  for (const { id, shopId } of invitations) {
    const used = await db.accountLink.updateMany({ where: { id, usedAt: null }, data: { usedAt: new Date() } })
    const right = { accountId, shopId }
    if (used.count > 0)
      await db.accountShop.upsert({ where: { accountId_shopId: right }, create: right, update: { readOnly: false } })
  }
  const now = new Date()
  return db.accountIdentity.upsert({
    where: { issuer_subject: { issuer, subject } },
    create: { id: uuidv7(), accountId, issuer, subject, handOver: randomUUID(), createdAt: now, lastUsedAt: now },
    update: { handOver: randomUUID(), lastUsedAt: now },
  })
}

/** Returns the verified address; null without one where any may sign in. @throws SignInRefused */
function requireAllowedEmail(domains: readonly string[], person: ProvidedPerson): string | null {
  const email = person.email === null ? null : normaliseEmail(person.email)
  const isUsable = email !== null && isEmail(email)
  if (domains.length > 0 && !isUsable) throw new SignInRefused('unverified')
  if (domains.length > 0 && !domains.includes(email?.split('@')[1] ?? '')) throw new SignInRefused('domain')
  return isUsable ? email : null
}

async function findOrCreateAccount(
  { access, env }: Pick<Deps, 'access' | 'env'>,
  { email, name }: { email: string; name: string },
  mayCreate: boolean,
): Promise<string> {
  const db = access.acrossShops('log in')
  const known = await db.account.findUnique({ where: { email } })
  if (known) return known.id
  if (!mayCreate) throw new SignInRefused('unknown')
  const shown = cleanLine(name)
  const account = await db.account.upsert({
    where: { email },
    create: {
      id: uuidv7(),
      email,
      name: isPersonName(shown) && shown.length <= 80 ? shown : '',
      // A password that no one knows. A link by email sets another.
      passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
      createdAt: new Date(),
    },
    update: {},
  })
  if (env.CANDOR_OIDC_ACCOUNTS === 'created') await grantOwnShop({ access, env }, account.id)
  return account.id
}

/** Lets a new account into the operator's own shop. A right that was taken away later doesn't return. */
async function grantOwnShop({ access, env }: Pick<Deps, 'access' | 'env'>, accountId: string): Promise<void> {
  const db = access.acrossShops('log in')
  const shop = await db.shop.findFirst({ where: { shopifyDomain: env.CANDOR_OWN_SHOP ?? '', uninstalledAt: null } })
  if (!shop) throw new SignInRefused('unknown')
  const right = { accountId, shopId: shop.id }
  await db.accountShop.upsert({ where: { accountId_shopId: right }, create: right, update: {} })
}
