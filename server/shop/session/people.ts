import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { cleanLine } from '../../../rules/clean-text.ts'
import { accountMailLimit, invitationDays, maxOpenInvitations } from '../../../rules/limits.ts'
import { inTransaction, type Ctx, type Deps } from '../../core/context.ts'
import { LimitReached, NotAllowed, NotFound, parse } from '../../core/errors.ts'
import { requireOwner } from './support.ts'
import { isUuid } from '../../core/uuid.ts'
import type { AccountLink } from '../../generated/prisma/client.ts'
import { consumeLink, createLink, readLink } from './account-links.ts'
import { personName, requireEmail, requireGoodPassword } from './accounts.ts'
import type { Device } from './devices.ts'
import { endSessions } from './end-sessions.ts'
import { openSession, requirePassword } from './login.ts'
import { hashPassword } from './passwords.ts'
import type { LoginThrottle } from './throttle.ts'

interface Person {
  id: string
  email: string
  name: string
  readOnly: boolean
  isYou: boolean
  /** Last use of a session that is still open; null: signed out. */
  lastUsedAt: Date | null
}

interface Invitation {
  id: string
  email: string
  invitedBy: string
  expiresAt: Date
}

const listed = 200

/** Returns who can sign in to the shop with an email address and a password, and who is invited. */
export async function listPeople({
  access,
  shop,
  actor,
}: Ctx): Promise<{ people: Person[]; invitations: Invitation[] }> {
  const db = access.acrossShops('log in')
  const rights = await db.accountShop.findMany({
    where: { shopId: shop.id },
    include: { account: true, sessions: { orderBy: { lastUsedAt: 'desc' }, take: 1 } },
    orderBy: { account: { createdAt: 'asc' } },
    take: listed,
  })
  const links = await db.accountLink.findMany({ where: openInvitations(shop.id), orderBy: { createdAt: 'desc' } })
  const you = actor.kind === 'merchant' ? actor.accountId : null
  return {
    people: rights.map(({ account, readOnly, sessions }) => ({
      id: account.id,
      email: account.email,
      name: account.name,
      readOnly,
      isYou: account.id === you,
      lastUsedAt: sessions[0]?.lastUsedAt ?? null,
    })),
    invitations: links.map(({ id, email, invitedBy, expiresAt }) => ({ id, email, invitedBy, expiresAt })),
  }
}

/** Returns a person of the shop; null for anyone else. */
export async function findPerson({ access, shop }: Ctx, accountId: string) {
  const right = await access.acrossShops('log in').accountShop.findUnique({
    where: { accountId_shopId: { accountId, shopId: shop.id } },
    select: { account: { select: { id: true, email: true, name: true } } },
  })
  return right?.account ?? null
}

const openInvitations = (shopId: string) => ({
  kind: 'invitation',
  shopId,
  usedAt: null,
  expiresAt: { gt: new Date() },
})

/** Returns the open invitations of an address, to shops that have the app installed. */
export async function listOpenInvitations(
  { access }: Pick<Deps, 'access'>,
  email: string,
): Promise<{ id: string; shopId: string }[]> {
  const rows = await access.acrossShops('log in').accountLink.findMany({
    where: { kind: 'invitation', email, usedAt: null, expiresAt: { gt: new Date() }, shop: { uninstalledAt: null } },
    select: { id: true, shopId: true },
  })
  return rows.flatMap(({ id, shopId }) => (shopId ? [{ id, shopId }] : []))
}

/**
 * Mails an invitation to manage the shop. It works once, for a week; a newer one replaces it.
 * @throws InvalidInput, NotAllowed for a person of the shop, LimitReached for too many open ones or emails
 */
export async function invitePerson(ctx: Ctx, input: unknown): Promise<Invitation> {
  requireOwner(ctx)
  const email = requireEmail(parse(z.object({ email: z.string('required').min(1, 'required').max(320) }), input).email)
  const db = ctx.access.acrossShops('log in')
  const where = openInvitations(ctx.shop.id)
  if (await db.accountShop.findFirst({ where: { shopId: ctx.shop.id, account: { email } } }))
    throw new NotAllowed('alreadyMember')
  if ((await db.accountLink.count({ where: { ...where, email: { not: email } } })) >= maxOpenInvitations)
    throw new LimitReached('tooManyInvites', { params: { max: maxOpenInvitations } })
  const link = await createLink(ctx, {
    kind: 'invitation',
    email,
    shopId: ctx.shop.id,
    inviterId: ctx.actor.kind === 'merchant' ? ctx.actor.accountId : null,
    invitedBy: nameOf(ctx),
    minutes: invitationDays * 24 * 60,
  })
  await limitInvitations(ctx, link)
  await db.accountLink.updateMany({ where: { ...where, email, id: { not: link.id } }, data: { expiresAt: new Date() } })
  await ctx.enqueue('mails.accounts', { linkId: link.id })
  return { id: link.id, email, invitedBy: link.invitedBy, expiresAt: link.expiresAt }
}

/**
 * Deletes a new invitation of an address or a shop that has sent too many. Counts after the insert, so that of
 * concurrent ones none passes. Withdrawn ones count too.
 * @throws LimitReached
 */
async function limitInvitations({ access }: Ctx, { id, email, shopId }: AccountLink): Promise<void> {
  const db = access.acrossShops('log in')
  const { toOneAddress, fromOneSender, minutes } = accountMailLimit
  const sent = { kind: 'invitation', createdAt: { gt: new Date(Date.now() - minutes * 60_000) } }
  for (const [most, of] of [
    [toOneAddress, { email }],
    [fromOneSender, { shopId }],
  ] as const) {
    const links = await db.accountLink.findMany({
      where: { ...sent, ...of },
      orderBy: { createdAt: 'desc' },
      select: { createdAt: true },
      take: most + 1,
    })
    if (links.length <= most) continue
    await db.accountLink.delete({ where: { id } })
    const resetsAt = new Date((links[most]?.createdAt ?? new Date()).getTime() + minutes * 60_000)
    throw new LimitReached('tooManyAttempts', { resetsAt })
  }
}

const nameOf = ({ actor, shop }: Ctx): string =>
  (actor.kind === 'merchant' && (actor.name || actor.email)) || shop.firstName || shop.name

/** Withdraws an invitation: its link stops working. @throws NotFound, NotAllowed */
export async function cancelInvitation(ctx: Ctx, id: string): Promise<void> {
  requireOwner(ctx)
  const { access, shop } = ctx
  const where = { ...openInvitations(shop.id), id }
  if (!isUuid(id)) throw new NotFound()
  // The row stays for the limit of emails.
  const canceled = await access.acrossShops('log in').accountLink.updateMany({ where, data: { expiresAt: new Date() } })
  if (canceled.count === 0) throw new NotFound()
}

/**
 * Takes a person's access to the shop away and ends their sessions in it. The database withdraws the invitations that
 * they sent.
 * @throws NotFound; NotAllowed for oneself and the last person who can change something
 */
export async function removePerson(ctx: Ctx, accountId: string): Promise<void> {
  requireOwner(ctx)
  const db = ctx.access.acrossShops('log in')
  const shopId = ctx.shop.id
  if (ctx.actor.kind === 'merchant' && ctx.actor.accountId === accountId) throw new NotAllowed('notYourself')
  await inTransaction(ctx, async (tx) => {
    // Two people who remove each other at once would leave none.
    await tx.db.$queryRaw`select id from "Shop" where id = ${shopId}::uuid for update`
    const rights = await db.accountShop.findMany({ where: { shopId }, include: { account: true } })
    const removed = rights.find((right) => right.accountId === accountId)
    if (!removed) throw new NotFound()
    if (!removed.readOnly && rights.filter(({ readOnly }) => !readOnly).length === 1) throw new NotAllowed('lastPerson')
    await endSessions(
      { access: ctx.access, publish: (_shopId, topic, id) => ctx.publish(topic, id) },
      { accountId, shopId },
    )
    await db.accountShop.delete({ where: { accountId_shopId: { accountId, shopId } } })
    await db.accountLink.deleteMany({ where: { ...openInvitations(shopId), email: removed.account.email } })
    await tx.emit('person.removed', { accountId })
  })
}

/** Returns what the page of an invitation shows. @throws NotFound, NotAllowed */
export async function readInvitation(deps: Pick<Deps, 'access' | 'signer'>, input: unknown) {
  const { link, shop, account } = await findInvitation(deps, (input as { token?: unknown }).token)
  return { email: link.email, invitedBy: link.invitedBy, shopName: shop.name, hasAccount: account !== null }
}

const acceptance = z.object({
  token: z.string('required'),
  name: personName.default(''),
  password: z.string('required').min(1, 'required').max(2048, 'valueInvalid'),
})

/**
 * Accepts an invitation: with a new password, or with that of the address's account. Returns a session in the shop.
 * @throws NotFound, NotAllowed, InvalidInput, Unauthenticated, LimitReached
 */
export async function acceptInvitation(
  deps: Pick<Deps, 'access' | 'signer'> & { throttle: LoginThrottle },
  input: unknown,
  { ip, device }: { ip: string; device: Device },
): Promise<{ token: string }> {
  const { token, name, password } = parse(acceptance, input)
  const { link, shop, account } = await findInvitation(deps, token)
  const { email } = link
  const db = deps.access.acrossShops('log in')
  if (!account) {
    requireGoodPassword(password, { email, shopName: shop.name })
    const data = { id: uuidv7(), email, name: cleanLine(name), passwordHash: await hashPassword(password) }
    await db.account.createMany({ data: { ...data, createdAt: new Date() }, skipDuplicates: true })
  }
  // Of two invitations of one address at once, one creates the account. The other needs its password.
  const { id: accountId } = await requirePassword(deps, { email, password }, ip)
  await consumeLink(deps, link)
  const right = { accountId, shopId: shop.id }
  await db.accountShop.upsert({ where: { accountId_shopId: right }, create: right, update: { readOnly: false } })
  return { token: await openSession(deps, right, device) }
}

async function findInvitation(deps: Pick<Deps, 'access' | 'signer'>, token: unknown) {
  const link: AccountLink = await readLink(deps, 'invitation', token)
  const db = deps.access.acrossShops('log in')
  const shop = await db.shop.findFirst({ where: { id: link.shopId ?? '', uninstalledAt: null } })
  if (!shop) throw new NotAllowed('inviteOver')
  return { link, shop, account: await db.account.findUnique({ where: { email: link.email } }) }
}
