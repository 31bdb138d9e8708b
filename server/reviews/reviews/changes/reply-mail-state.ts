import type { Ctx } from '../../../core/context.ts'
import { keyOfReplyMail } from './reply-mail.ts'

export const REPLY_MAIL_STATES = ['waiting', 'sent', 'failed'] as const

/** Whether a reply's email was sent. */
export interface ReplyMail {
  state: (typeof REPLY_MAIL_STATES)[number]
  /** When it is due, was sent or failed. */
  at: Date
  /** Message code or the mail server's answer; null unless it failed. */
  reason: string | null
}

interface Found {
  id: string
  dueAt: Date | null
  action: string | null
  at: Date | null
  after: { code?: string; error?: string } | null
}

/** Returns what became of the emails of reviews' current replies, in one statement; null: none was asked for. */
export async function findReplyMails(ctx: Ctx, reviewIds: readonly string[]): Promise<(ReplyMail | null)[]> {
  const keys = reviewIds.map((id) => ({ id, key: keyOfReplyMail(id) }))
  const rows = await ctx.db.$queryRaw<Found[]>`
    select wanted.id, mail."dueAt", entry.action, entry."createdAt" as at, entry.after
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted(id uuid, key text)
    left join "DelayedMail" mail on mail."shopId" = ${ctx.shop.id}::uuid and mail.key = wanted.key
    left join lateral (
      select action, "createdAt", after from "ReviewHistory"
      where "shopId" = ${ctx.shop.id}::uuid and "reviewId" = wanted.id
        and action in ('replied', 'replyDeleted', 'replyMailed', 'replyMailFailed')
      order by id desc limit 1
    ) entry on true`
  const found = new Map(rows.map((row) => [row.id, row]))
  return reviewIds.map((id) => {
    const { dueAt = null, action = null, at = null, after = null } = found.get(id) ?? {}
    if (dueAt) return { state: 'waiting', at: dueAt, reason: null }
    if (at && action === 'replyMailed') return { state: 'sent', at, reason: null }
    if (at && action === 'replyMailFailed') return { state: 'failed', at, reason: after?.code ?? after?.error ?? '' }
    return null
  })
}
