import {
  senderCheckHours,
  senderMailMinutes,
  senderWatchDays,
  testEmailsPerDay,
  testEmailWindowHours,
} from '../../../rules/limits.ts'
import {
  parseSenderDomain,
  isFreeMailDomain,
  nextSenderState,
  type SenderRecord,
  type SenderState,
} from '../../../rules/sender.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import { InvalidInput, LimitReached, NotAllowed } from '../../core/errors.ts'
import type { SenderDomain } from '../../generated/prisma/client.ts'
import { readSetting, saveServerFields } from '../../shop/settings/settings.ts'
import { checkRecord } from './check-record.ts'
import { findOrCreateDomain, recordsOf } from './domain-key.ts'
import { parseMailFrom } from './parse-mail-from.ts'
import { usesOwnServer } from './identity.ts'
import { unpause } from './pause.ts'
import { checkServer } from './server-check.ts'

export interface SenderStatus {
  /** Candor's own address, used until the shop's is verified. */
  ownAddress: string
  /** Domain of the shop; null if it has none that we could sign for. */
  domain: string | null
  state: SenderState
  records: readonly SenderRecord[]
  dnsFailed: boolean
  checkedAt: Date | null
  /** Time of the last email with the records. */
  mailedAt: Date | null
  /** Whether the shop's own mail server passed a test since its settings changed; null without one. */
  isServerVerified: boolean | null
  /** `text` is a message code if the server gave no answer; `host` is the shop's own server or ''. */
  pause: { reason: string; text: string; since: Date; host: string } | null
}

/** Returns the shop's sender: its records, their state, and why its emails are paused, if they are. */
export async function readSender(ctx: Ctx): Promise<SenderStatus> {
  const { mailPause, mailPauseText, mailPausedAt } = ctx.shop
  const setting = await readSetting(ctx, 'emailSetting')
  const pause =
    mailPause && mailPausedAt
      ? { reason: mailPause, text: mailPauseText, since: mailPausedAt, host: setting.host }
      : null
  const row = await currentDomain(ctx)
  const shown = row
    ? {
        domain: row.domain,
        state: row.state as SenderState,
        records: shownRecords(ctx, row),
        dnsFailed: row.dnsFailed,
        checkedAt: row.checkedAt,
        mailedAt: row.mailedAt,
      }
    : null
  return {
    ownAddress: parseMailFrom(ctx.env.MAIL_FROM),
    domain: null,
    state: 'unverified',
    records: [],
    dnsFailed: false,
    checkedAt: null,
    mailedAt: null,
    ...shown,
    isServerVerified: usesOwnServer(setting) ? setting.isSmtpVerified : null,
    pause,
  }
}

async function currentDomain(ctx: Ctx): Promise<SenderDomain | null> {
  const { isCustomSenderEnabled, senderEmail } = await readSetting(ctx, 'emailSetting')
  const domain = parseSenderDomain(senderEmail)
  return isCustomSenderEnabled && domain && !isFreeMailDomain(domain) ? findOrCreateDomain(ctx, domain) : null
}

/** Returns the records of the last check, or the current ones if the operator changed their values. */
function shownRecords(ctx: Ctx, row: SenderDomain): readonly SenderRecord[] {
  const stored = row.records as unknown as SenderRecord[]
  return recordsOf(ctx, row).map(
    (record) => stored.find(({ kind, name }) => kind === record.kind && name === record.name) ?? record,
  )
}

export const SENDER_ACTIONS = ['check', 'checkServer', 'mailRecords', 'resume'] as const
export type SenderAction = (typeof SENDER_ACTIONS)[number]

/**
 * Checks the sender or the shop's own mail server, mails the records, or resumes emails.
 * @throws NotAllowed, LimitReached: see `mailRecords`; UpstreamFailed, InvalidInput: see `checkServer`
 */
export async function performSenderAction(ctx: Ctx, act: SenderAction): Promise<SenderStatus> {
  if (act === 'mailRecords') return mailRecords(ctx)
  if (act === 'check') return checkSender(ctx)
  if (act === 'checkServer') await checkServer(ctx)
  else await unpause(ctx)
  return readSender(ctx)
}

/** Checks the DNS records of the shop's domain and stores the result. If no DNS server answers, the state stays. */
async function checkSender(ctx: Ctx): Promise<SenderStatus> {
  const row = await currentDomain(ctx)
  if (!row) return readSender(ctx)
  const records = await Promise.all(recordsOf(ctx, row).map((record) => checkRecord(ctx, record)))
  const state = nextSenderState(row.state as SenderState, records)
  const dnsFailed = records.some(({ status }) => status === 'unknown')
  await inTransaction(ctx, async (tx) => {
    const where = { shopId_domain: { shopId: tx.shop.id, domain: row.domain } }
    const now = tx.now()
    await tx.db.senderDomain.update({
      where,
      data: {
        state,
        dnsFailed,
        records: [...records] as object[],
        checkedAt: now,
        ...(state === 'verified' && { verifiedAt: now }),
      },
    })
    const { isVerified } = await readSetting(tx, 'emailSetting')
    // A broken sender falls back to our address, and the banner returns.
    if (isVerified !== (state === 'verified'))
      await saveServerFields(tx, 'emailSetting', {
        isVerified: state === 'verified',
        ...(state === 'broken' && { hiddenBannerVerify: false }),
      })
  })
  return readSender(ctx)
}

const atOnce = 200

/** Rechecks verified, broken and new senders, each once an hour. Returns how many. */
export async function checkSenders(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('check senders')
  const ago = (hours: number) => new Date(deps.now().getTime() - hours * 3_600_000)
  const due = await db.senderDomain.findMany({
    where: {
      OR: [{ checkedAt: null }, { checkedAt: { lte: ago(senderCheckHours) } }],
      AND: { OR: [{ state: { not: 'unverified' } }, { createdAt: { gt: ago(senderWatchDays * 24) } }] },
    },
    orderBy: { checkedAt: { sort: 'asc', nulls: 'first' } },
    take: atOnce,
    select: { shopId: true, domain: true },
  })
  const shops = await db.shop.findMany({ where: { id: { in: due.map(({ shopId }) => shopId) }, uninstalledAt: null } })
  for (const shop of shops) {
    const ctx = makeContext(deps, shop, { kind: 'system', name: 'checkSenders' })
    await checkSender(ctx).catch((error: unknown) =>
      deps.log.warn({ err: error, shopId: shop.id }, 'a sender could not be checked'),
    )
  }
  // Unused domains also wait an hour until their next check.
  await db.senderDomain.updateMany({
    where: { AND: [{ OR: due }, { OR: [{ checkedAt: null }, { checkedAt: { lte: ago(senderCheckHours) } }] }] },
    data: { checkedAt: deps.now() },
  })
  return 0
}

/**
 * Mails the records to the sender's address, with a link to the page that checks them.
 * @throws NotAllowed if the shop has no own domain; LimitReached shortly after another
 */
async function mailRecords(ctx: Ctx): Promise<SenderStatus> {
  const row = await currentDomain(ctx)
  if (!row) throw new NotAllowed('senderNotSet')
  const now = ctx.now()
  await inTransaction(ctx, async (tx) => {
    const since = new Date(now.getTime() - senderMailMinutes * 60_000)
    const { count } = await tx.db.senderDomain.updateMany({
      where: { shopId: tx.shop.id, domain: row.domain, OR: [{ mailedAt: null }, { mailedAt: { lte: since } }] },
      data: { mailedAt: now },
    })
    if (count === 0)
      throw new LimitReached('verificationSentLately', {
        resetsAt: new Date((row.mailedAt ?? now).getTime() + senderMailMinutes * 60_000),
      })
    await saveServerFields(tx, 'emailSetting', { sentEmailVerify: true })
    await tx.enqueue('mails.sender', { domain: row.domain, at: now.toISOString() })
  })
  return readSender(ctx)
}

/**
 * Keeps test emails of the free plan with the merchant. Allows the shop's address, its domain and its logins.
 * @throws InvalidInput
 */
export async function requireOwnAddress({ shop, access }: Ctx, to: string): Promise<void> {
  const [own, asked] = [shop.email.toLowerCase(), to.toLowerCase()]
  const domain = own.split('@')[1] ?? ''
  if (shop.plan !== 'free' || asked === own) return
  if (domain && !isFreeMailDomain(domain) && asked.endsWith(`@${domain}`)) return
  const logins = await access
    .acrossShops('log in')
    .account.count({ where: { email: asked, shops: { some: { shopId: shop.id } } } })
  if (logins === 0) throw new InvalidInput({ to: { code: 'testEmailToOthers', params: { email: shop.email } } })
}

/** Counts a test email of the shop. @throws LimitReached after 25 in 24 hours (spec 5) */
export async function countTestEmail(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const windowMs = testEmailWindowHours * 3_600_000
  await inTransaction(ctx, async (tx) => {
    // Serializes calls, so that two at once can't both be the last.
    await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`test emails ${tx.shop.id}`}, 0))`
    const mine = {
      shopId: tx.shop.id,
      fingerprint: 'test email',
      createdAt: { gt: new Date(now.getTime() - windowMs) },
    }
    const sent = await tx.db.idempotencyKey.findMany({
      where: mine,
      select: { createdAt: true },
      orderBy: { createdAt: 'asc' },
    })
    const [first] = sent
    if (first && sent.length >= testEmailsPerDay)
      throw new LimitReached('testEmailLimit', { resetsAt: new Date(first.createdAt.getTime() + windowMs) })
    // The space keeps it apart from clients' keys, which have none.
    await tx.db.idempotencyKey.create({
      data: { shopId: tx.shop.id, key: `test email ${crypto.randomUUID()}`, fingerprint: 'test email', createdAt: now },
    })
  })
}
