import type { SkipReason } from '../../../rules/queue-status.ts'
import type { SuppressionReason } from '../../../rules/suppressions.ts'
import { recordFacts } from '../analytics/facts.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'

export type { SuppressionReason }

const normal = (email: string): string => email.trim().toLowerCase()

const metrics = {
  unsubscribed: 'requests.unsubscribed',
  bounced: 'requests.bounced',
  blocked: null,
  complained: 'requests.complained',
  added: null,
} as const

/** Blocks emails to addresses; repeating it changes nothing. */
export async function suppress(ctx: Ctx, emails: readonly string[], reason: SuppressionReason): Promise<void> {
  const unique = [...new Set(emails.map(normal).filter(Boolean))].sort()
  const data = unique.map((email) => ({ shopId: ctx.shop.id, email, reason, createdAt: ctx.now() }))
  if (data.length === 0) return
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.suppression.createMany({ data, skipDuplicates: true })
    const metric = metrics[reason]
    if (metric && count > 0) recordFacts(tx, [{ metric, at: tx.now(), count }])
  })
}

export async function unsuppress(ctx: Ctx, emails: readonly string[], reason: SuppressionReason): Promise<void> {
  await ctx.db.suppression.deleteMany({ where: { shopId: ctx.shop.id, email: { in: emails.map(normal) }, reason } })
}

export async function readSuppressions(
  ctx: Ctx,
  emails: readonly string[],
): Promise<Map<string, Set<SuppressionReason>>> {
  const unique = [...new Set(emails.map(normal).filter(Boolean))]
  if (unique.length === 0) return new Map()
  const rows = await ctx.db.suppression.findMany({
    where: { shopId: ctx.shop.id, email: { in: unique } },
    select: { email: true, reason: true },
  })
  const reasons = new Map<string, Set<SuppressionReason>>()
  for (const { email, reason } of rows)
    reasons.set(email, (reasons.get(email) ?? new Set()).add(reason as SuppressionReason))
  return reasons
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
