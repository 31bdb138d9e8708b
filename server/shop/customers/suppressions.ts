import { normalizeMailAddress, spellMailAddress } from '../../core/mail-address.ts'
import type { SkipReason } from '../../../rules/queue-status.ts'
import type { SuppressionReason } from '../../../rules/suppressions.ts'
import { recordFacts } from '../analytics/facts.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'

export type { SuppressionReason }

const metrics = {
  unsubscribed: 'requests.unsubscribed',
  bounced: 'requests.bounced',
  blocked: null,
  complained: 'requests.complained',
  added: null,
} as const

/** Blocks emails to addresses, stored in their normal form; repeating it changes nothing. */
export async function suppress(ctx: Ctx, emails: readonly string[], reason: SuppressionReason): Promise<void> {
  const unique = [...new Set(emails.map(normalizeMailAddress).filter(Boolean))].sort()
  if (unique.length === 0) return
  await inTransaction(ctx, async (tx) => {
    // One array for all: Prisma would build a statement with four parameters for each address, on the event loop.
    const count = await tx.db.$executeRaw`
      insert into "Suppression" ("shopId", email, reason, "createdAt")
      select ${tx.shop.id}::uuid, email, ${reason}, ${tx.now()} from unnest(${unique}::text[]) as email
      on conflict do nothing`
    const metric = metrics[reason]
    if (metric && count > 0) recordFacts(tx, [{ metric, at: tx.now(), count }])
  })
}

export async function unsuppress(ctx: Ctx, emails: readonly string[], reason: SuppressionReason): Promise<void> {
  const email = { in: emails.flatMap(spellMailAddress) }
  await ctx.db.suppression.deleteMany({ where: { shopId: ctx.shop.id, email, reason } })
}

/** Returns the reasons by address as given. Also finds rows that earlier versions stored in another spelling. */
export async function readSuppressions(
  ctx: Ctx,
  emails: readonly string[],
): Promise<Map<string, Set<SuppressionReason>>> {
  const unique = [...new Set(emails)].filter((email) => email.trim() !== '')
  if (unique.length === 0) return new Map()
  const rows = await ctx.db.suppression.findMany({
    where: { shopId: ctx.shop.id, email: { in: unique.flatMap(spellMailAddress) } },
    select: { email: true, reason: true },
  })
  const reasons = new Map<string, Set<SuppressionReason>>()
  for (const { email, reason } of rows) {
    const key = normalizeMailAddress(email)
    reasons.set(key, (reasons.get(key) ?? new Set()).add(reason as SuppressionReason))
  }
  return new Map(
    unique.flatMap((email) => {
      const found = reasons.get(normalizeMailAddress(email))
      return found ? [[email, found] as const] : []
    }),
  )
}

const skips: readonly [SuppressionReason, SkipReason][] = [
  ['unsubscribed', 'unsubscribed'],
  ['complained', 'addressComplained'],
  ['blocked', 'customerBlocked'],
  ['added', 'addressExcluded'],
  ['bounced', 'addressRefused'],
]

/** Returns why an address gets no email; null without reasons. The owner's own request takes precedence. */
export const findSuppressionSkip = (reasons: ReadonlySet<SuppressionReason> | undefined): SkipReason | null =>
  skips.find(([reason]) => reasons?.has(reason))?.[1] ?? null
