import { findQuietEnd } from '../../../rules/quiet-hours.ts'
import type { MoveReason } from '../../../rules/queue-status.ts'
import type { RequestRules } from '../../../rules/settings/request-rules.ts'
import { normalizeMailAddress, spellMailAddress } from '../../core/mail-address.ts'
import { pausedEmailsDays } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Ctx } from '../../core/context.ts'
import { readMailPreferences, type Preference } from '../../shop/customers/preferences.ts'
import type { ClaimedItem } from './claim.ts'

interface Move {
  send: false
  moveTo: Date
  reason: MoveReason
  value?: string
}

interface LastMail {
  orderId: string
  /** Sent date; null while another process sends it. */
  at: Date | null
}

/** Delay of an email while another process sends one to the same customer. */
const behindMs = 10 * 60_000

/**
 * Returns a check whether a request must wait: for its customer's other emails, the customer's wish or the quiet hours.
 * It counts the requests that it lets through, so call it once for each. All items belong to one shop.
 */
export async function loadPaceCheck(
  ctx: Ctx,
  items: readonly ClaimedItem[],
  rules: RequestRules,
): Promise<(item: ClaimedItem) => Move | null> {
  const preferences = await readMailPreferences(
    ctx,
    items.map(({ customerEmail }) => customerEmail),
  )
  const longest = Math.max(rules.coolDownDays, ...[...preferences.values()].map(({ everyDays }) => everyDays ?? 0))
  const last = longest > 0 ? await lastMails(ctx, items, longest) : new Map<string, LastMail[]>()
  const now = ctx.now()
  return (item) => {
    const email = normalizeMailAddress(item.customerEmail)
    const mails = last.get(email) ?? []
    const move =
      byPreference(preferences.get(email), mails, now) ??
      (item.manual ? null : (byCoolDown(item, mails, { days: rules.coolDownDays, now }) ?? byQuietHours(ctx, rules)))
    if (!move) last.set(email, [...mails, { orderId: item.orderId, at: now }])
    return move
  }
}

function byPreference(preference: Preference | undefined, mails: readonly LastMail[], now: Date): Move | null {
  if (preference?.pausedUntil && preference.pausedUntil > now)
    return { send: false, moveTo: preference.pausedUntil, reason: 'movedByPause', value: String(pausedEmailsDays) }
  const days = preference?.everyDays
  return days ? delayAfterLastMail(mails, { days, now, reason: 'movedByPreference' }) : null
}

/** Reminders and further parcels of the same order are exempt. */
function byCoolDown(
  item: ClaimedItem,
  mails: readonly LastMail[],
  { days, now }: { days: number; now: Date },
): Move | null {
  return days > 0
    ? delayAfterLastMail(
        mails.filter(({ orderId }) => orderId !== item.orderId),
        { days, now, reason: 'movedByCoolDown' },
      )
    : null
}

function delayAfterLastMail(
  mails: readonly LastMail[],
  { days, now, reason }: { days: number; now: Date; reason: MoveReason },
): Move | null {
  if (mails.some(({ at }) => at === null))
    return { send: false, moveTo: new Date(now.getTime() + behindMs), reason: 'movedBehindOther' }
  const newest = Math.max(...mails.map(({ at }) => at?.getTime() ?? 0), 0)
  const until = newest + days * dayMs
  return newest > 0 && until > now.getTime()
    ? { send: false, moveTo: new Date(until), reason, value: String(days) }
    : null
}

function byQuietHours(ctx: Ctx, rules: RequestRules): Move | null {
  const moveTo = findQuietEnd(ctx.now(), rules, ctx.shop.ianaTimezone)
  return moveTo && { send: false, moveTo, reason: 'movedByQuietHours' }
}

/** Returns the emails to these customers within the days, by address. Includes those that other processes send. */
async function lastMails(ctx: Ctx, items: readonly ClaimedItem[], days: number): Promise<Map<string, LastMail[]>> {
  const since = new Date(ctx.now().getTime() - days * dayMs)
  const rows = await ctx.db.queueItem.findMany({
    where: {
      shopId: ctx.shop.id,
      customerEmail: {
        in: [...new Set(items.flatMap(({ customerEmail }) => [customerEmail, ...spellMailAddress(customerEmail)]))],
      },
      id: { notIn: items.map(({ id }) => id) },
      OR: [{ sentAt: { gt: since } }, { status: 'sending' }],
    },
    select: { customerEmail: true, orderId: true, sentAt: true, status: true },
  })
  const byEmail = new Map<string, LastMail[]>()
  for (const { customerEmail, orderId, sentAt, status } of rows) {
    const email = normalizeMailAddress(customerEmail)
    byEmail.set(email, [...(byEmail.get(email) ?? []), { orderId, at: status === 'sending' ? null : sentAt }])
  }
  return byEmail
}
