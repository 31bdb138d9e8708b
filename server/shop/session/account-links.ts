import { v7 as uuidv7 } from 'uuid'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Deps } from '../../core/context.ts'
import { NotAllowed, NotFound } from '../../core/errors.ts'
import { isUuid } from '../../core/uuid.ts'
import type { AccountLink } from '../../generated/prisma/client.ts'

type LinkKind = 'password' | 'invitation'
type LinkDeps = Pick<Deps, 'access' | 'signer'>

/** Data of the job that mails a link. */
export interface AccountMail {
  linkId: string
}

const pages = { password: '/auth/reset', invitation: '/auth/invite' } as const

interface NewLink extends Pick<AccountLink, 'email'> {
  kind: LinkKind
  shopId?: string
  /** Account of the sender; null in the platform's admin. */
  inviterId?: string | null
  invitedBy?: string
  minutes: number
}

/** Stores a one-use link. It expires by the machine's clock, as sessions do. */
export async function createLink(
  { access }: Pick<Deps, 'access'>,
  { minutes, ...link }: NewLink,
): Promise<AccountLink> {
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000)
  return access.acrossShops('log in').accountLink.create({ data: { ...link, id: uuidv7(), createdAt, expiresAt } })
}

/** Returns the link's URL. The token is behind the #, so that it reaches no log and no other site. */
export const buildLinkUrl = ({ signer, origin }: Pick<Deps, 'signer' | 'origin'>, { id, kind }: AccountLink): string =>
  `${origin}${pages[kind as LinkKind]}#${signer.sign('account', { id })}`

/** Returns a link that is not used or over; null otherwise. */
export async function findOpenLink({ access }: Pick<Deps, 'access'>, id: string): Promise<AccountLink | null> {
  return access
    .acrossShops('log in')
    .accountLink.findFirst({ where: { id, usedAt: null, expiresAt: { gt: new Date() } } })
}

const refusals = {
  password: { used: 'linkUsed', over: 'linkExpired' },
  invitation: { used: 'inviteUsed', over: 'inviteOver' },
} as const satisfies Record<LinkKind, Record<'used' | 'over', MessageCode>>

/**
 * Reads the link of a token.
 * @throws NotFound for a forged token; NotAllowed for a used, expired or withdrawn link
 */
export async function readLink({ access, signer }: LinkDeps, kind: LinkKind, token: unknown): Promise<AccountLink> {
  const signed = typeof token === 'string' ? signer.verify<{ id: string }>('account', token) : null
  if (!signed || !isUuid(signed.id)) throw new NotFound('linkInvalid')
  const link = await access.acrossShops('log in').accountLink.findFirst({ where: { id: signed.id, kind } })
  if (link?.usedAt) throw new NotAllowed(refusals[kind].used)
  if (!link || link.expiresAt.getTime() <= Date.now()) throw new NotAllowed(refusals[kind].over)
  return link
}

/** Uses a link up. Of two requests at once, one succeeds. @throws NotAllowed for the other */
export async function consumeLink({ access }: Pick<Deps, 'access'>, { id, kind }: AccountLink): Promise<void> {
  const { count } = await access
    .acrossShops('log in')
    .accountLink.updateMany({ where: { id, usedAt: null }, data: { usedAt: new Date() } })
  if (count === 0) throw new NotAllowed(refusals[kind as LinkKind].used)
}
