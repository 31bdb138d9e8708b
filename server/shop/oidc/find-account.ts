import { randomBytes, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { cleanLine } from '../../../rules/clean-text.ts'
import { isEmail, isPersonName } from '../../../rules/validation.ts'
import type { Deps } from '../../core/context.ts'
import type { AccountIdentity, Shop } from '../../generated/prisma/client.ts'
import { normaliseEmail } from '../session/accounts.ts'
import { hashPassword } from '../session/passwords.ts'
import { listOpenInvitations } from '../session/people.ts'
import { SignInRefused, type ProvidedPerson } from './provider.ts'

/**
 * Returns the identity of a person with its account. The provider's subject finds the account, or an address that the
 * provider has verified. Open invitations of that address are accepted. `maySupport`: the person enters a shop as support.
 * @throws SignInRefused unverified, domain, unknown
 */
export async function findIdentity(
  deps: Pick<Deps, 'access' | 'env'>,
  person: ProvidedPerson,
  { maySupport }: { maySupport: boolean },
): Promise<AccountIdentity> {
  const db = deps.access.acrossShops('log in')
  const email = requireAllowedEmail(deps.env.CANDOR_OIDC_DOMAINS, person)
  const { issuer, subject } = person
  const known = await db.accountIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } })
  if (!known && !email) throw new SignInRefused('unverified')
  const invitations = email ? await listOpenInvitations(deps, email) : []
  const ownShop = await findSharedShop(deps)
  const mayCreate = maySupport || ownShop !== null || invitations.length > 0
  const accountId = known?.accountId ?? (await findOrCreateAccount(deps, { ...person, email: email ?? '' }, mayCreate))
  // A right that was taken away doesn't return. Written before the identity: a sign-in that stopped here is repeated.
  if (ownShop && (!known || known.createdAt < ownShop.createdAt)) {
    const right = { accountId, shopId: ownShop.id }
    await db.accountShop.upsert({ where: { accountId_shopId: right }, create: right, update: {} })
  }
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

/** Returns the operator's own shop if everyone of the domains gets into it; null otherwise, and before it is connected. */
async function findSharedShop({
  access,
  env,
}: Pick<Deps, 'access' | 'env'>): Promise<Pick<Shop, 'id' | 'createdAt'> | null> {
  if (env.CANDOR_OIDC_ACCOUNTS !== 'created' || !env.CANDOR_OWN_SHOP) return null
  return access.acrossShops('log in').shop.findUnique({
    where: { shopifyDomain: env.CANDOR_OWN_SHOP },
    select: { id: true, createdAt: true },
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
  { access }: Pick<Deps, 'access'>,
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
  return account.id
}
