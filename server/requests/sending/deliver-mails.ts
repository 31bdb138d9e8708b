import { createHash } from 'node:crypto'
import { formatMessage } from '../../../rules/messages.ts'
import type { EmailTemplateType } from '../../../rules/settings/email-templates.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { suppress } from '../../shop/customers/suppressions.ts'
import { MailRefused, oneLine, type Mail } from '../mail/mail.ts'
import { MailPaused, type Outlet } from '../sender/outlet.ts'

/** Seconds until the next attempt after each temporary refusal; then the mail fails. */
const backOffSeconds = [60, 300, 1_800]
/** Same as the mail server's connections. */
const atOnce = 5

interface JobMail {
  item: string
  mail: Mail
}

/** A permanently refused email, with the mail server's answer in one line. */
export interface Refusal {
  item: string
  error: string
}

interface Delivered {
  refused: Refusal[]
  /** Temporarily refused: the job is queued again. */
  later: string[]
  /** Not attempted, since the shop's emails are paused. */
  paused: string[]
}

interface DeliveryOrder {
  mails: readonly JobMail[]
  /** Earlier attempts of this job; after the last, a temporary refusal is permanent. */
  attempts: number
  /** Template whose sent emails are counted; absent for emails to the merchant. */
  template?: EmailTemplateType | undefined
  /** Runs in the transaction that stores an email as sent. */
  handleSent?: ((tx: Ctx, item: string) => Promise<void>) | undefined
}

/** Returns the seconds until a mail's next attempt; null after the last. @param attempts attempts so far */
export const findRetryDelay = (attempts: number): number | null => backOffSeconds[attempts] ?? null

/**
 * Sends the mails of one job (decisions 'Mail paths'), at least once. After a crash the job skips mails known as sent.
 * It repeats at most those in progress, with the same Message-ID (decision 0018).
 */
export async function deliverMails(
  ctx: Ctx,
  outlet: Outlet,
  { mails, attempts, ...sending }: DeliveryOrder,
): Promise<Delivered> {
  const gone = await knownAsSent(
    ctx,
    mails.map(({ mail }) => mail.messageId),
  )
  const waiting = mails.filter(({ mail }) => !gone.has(keyOf(mail.messageId)))
  const delivered: Delivered = { refused: [], later: [], paused: [] }
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await sendOne(ctx, next, { ...sending, outlet, attempts, delivered })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return delivered
}

interface Sending extends Omit<DeliveryOrder, 'mails'> {
  outlet: Outlet
  delivered: Delivered
}

async function sendOne(
  ctx: Ctx,
  { item, mail }: JobMail,
  { outlet, attempts, delivered, template, handleSent }: Sending,
): Promise<void> {
  try {
    await outlet.send(mail)
  } catch (error) {
    if (error instanceof MailPaused) return void delivered.paused.push(item)
    if (!(error instanceof MailRefused))
      ctx.log.error({ err: error, messageId: mail.messageId }, 'a mail could not be made')
    const permanent = error instanceof MailRefused && error.permanent
    if (!permanent && findRetryDelay(attempts) !== null) {
      delivered.later.push(item)
      return
    }
    const words = oneLine(error instanceof MailRefused ? error.message : formatMessage('unexpected'), 300)
    // Emailing an address that doesn't exist again would harm the sender's reputation.
    if (error instanceof MailRefused && error.isUnknownRecipient) await suppress(ctx, [mail.to.address], 'bounced')
    delivered.refused.push({ item, error: words })
    return
  }
  await inTransaction(ctx, async (tx) => {
    const row = { shopId: tx.shop.id, key: keyOf(mail.messageId), fingerprint: 'mail', createdAt: tx.now() }
    const { count } = await tx.db.idempotencyKey.createMany({ data: [row], skipDuplicates: true })
    if (count === 0) return
    if (template) recordFacts(tx, [{ metric: 'mails.sent', at: tx.now(), by: { template } }])
    await handleSent?.(tx, item)
  })
}

/** The space keeps it apart from clients' keys, which have none. */
const keyOf = (messageId: string): string => `mail ${createHash('sha256').update(messageId).digest('base64url')}`

async function knownAsSent(ctx: Ctx, messageIds: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db.idempotencyKey.findMany({
    where: { shopId: ctx.shop.id, key: { in: messageIds.map(keyOf) } },
    select: { key: true },
  })
  return new Set(rows.map(({ key }) => key))
}

/** Returns the Message-ID of a job's mail: the same for every attempt. */
export function buildMessageId(ctx: Pick<Ctx, 'origin'>, name: string): string {
  return `<${name}@${new URL(ctx.origin).hostname}>`
}
