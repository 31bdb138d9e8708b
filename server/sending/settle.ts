import type { Deps } from '../context.ts'
import { applyQueueCounts } from '../requests/queue-counts.ts'
import type { QueueDelta } from '../requests/queue-counts.ts'
import type { QueueStatus } from '../../rules/queue-status.ts'
import { addDailyStats } from '../analytics/daily-stats.ts'
import { releaseUsage } from './usage.ts'
import type { ClaimedItem } from './claim.ts'

/** How a claimed request ends, for now or for good. */
export interface Outcome {
  item: ClaimedItem
  status: Extract<QueueStatus, 'success' | 'failed' | 'waiting' | 'cancelled' | 'paused'>
  skipReason?: string
  errorMessage?: string
  /** The next try of one that waits again. */
  scheduledAt?: Date
  subject?: string
}

type Settled = { shopId: string; id: string; now: QueueStatus; wanted: Outcome['status'] }

/**
 * Writes the ends of claimed requests, of any shops, in one transaction with the counters and the day's statistics. An
 * outcome whose claim was taken over by another sender is dropped. A request that its reader has opened or answered before
 * we were done keeps that status.
 */
export async function settle(deps: Deps, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const now = deps.now()
  const column = <T>(pick: (outcome: Outcome) => T): T[] => outcomes.map(pick)
  const settled = await deps.doors.acrossShops('claim due mails').$transaction(async (db) => {
    const rows = await db.$queryRaw<Settled[]>`
      update "QueueItem" q
      set status = case when q.status = 'sending' then c.status::"QueueStatus" else q.status end,
        "skipReason" = c.reason, "errorMessage" = c.error, "leaseUntil" = null, version = q.version + 1, "updatedAt" = ${now},
        "scheduledAt" = coalesce(c.due, q."scheduledAt"), subject = coalesce(c.subject, q.subject),
        "sentAt" = case when c.status = 'success' then ${now} else q."sentAt" end
      from unnest(${column(({ item }) => item.shopId)}::uuid[], ${column(({ item }) => item.id)}::uuid[], ${column(({ item }) => item.fence)}::int[],
        ${column(({ status }) => status)}::text[], ${column(({ skipReason }) => skipReason ?? null)}::text[], ${column(({ errorMessage }) => errorMessage ?? null)}::text[],
        ${column(({ scheduledAt }) => scheduledAt ?? null)}::timestamptz[], ${column(({ subject }) => subject ?? null)}::text[]
      ) as c("shopId", id, fence, status, reason, error, due, subject)
      where q."shopId" = c."shopId" and q.id = c.id and q.fence = c.fence and q."leaseUntil" is not null
      returning q."shopId", q.id, q.status::text as now, c.status as wanted`
    await applyQueueCounts(db, rows.flatMap(deltasOf))
    await releaseUsage(db, { deps, outcomes: unspent(outcomes, rows) })
    await addDailyStats(db, rows.filter(({ wanted }) => wanted === 'success').map(({ shopId }) => ({ shopId, metric: 'requests.sent', by: 1, day: now })))
    return rows
  })
  for (const { shopId, id } of settled) deps.publish(shopId, 'queue', id)
}

function deltasOf({ shopId, now, wanted }: Settled): QueueDelta[] {
  return now === wanted ? [{ shopId, status: 'sending', by: -1 }, { shopId, status: wanted, by: 1 }] : []
}

/** Requests that had taken their place in the month's number and then did not leave. */
function unspent(outcomes: readonly Outcome[], settled: readonly Settled[]): Outcome[] {
  const done = new Set(settled.filter(({ now, wanted }) => now === wanted).map(({ id }) => id))
  return outcomes.filter(({ item, status }) => done.has(item.id) && (status === 'failed' || status === 'cancelled') && item.attempts > 0 && item.sequence === 0)
}
