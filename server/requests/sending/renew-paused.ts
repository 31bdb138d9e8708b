import { overQuotaDays } from '../../../rules/limits.ts'
import { inTransaction, makeContext } from '../../core/context.ts'
import type { Ctx, Deps } from '../../core/context.ts'
import type { QueueKind } from '../../../rules/queue-status.ts'
import { dayMs } from '../../../rules/dates.ts'
import { applyQueueCounts } from '../requests/queue-counts.ts'
import { readRequestQuota } from './usage.ts'

interface Moved {
  type: QueueKind
  count: number
}

const batch = 500

/**
 * Resumes requests that waited for the monthly limit or a larger plan, oldest first, up to the limit. Gives up after 30
 * days (decisions 'Mail', domain rule on quota). Returns how many moved.
 */
export async function renewPaused(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('claim due mails')
  const waiting = await db.queueCount.findMany({
    where: { status: 'paused', count: { gt: 0 } },
    select: { shopId: true },
  })
  const shops = await db.shop.findMany({ where: { id: { in: waiting.map(({ shopId }) => shopId) } } })
  let total = 0
  for (const shop of shops) total += await renewShop(makeContext(deps, shop, { kind: 'system', name: 'renewPaused' }))
  return total
}

/** Skips rows that another transaction locks, since concurrent runs could deadlock. */
async function renewShop(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    const now = tx.now()
    const tooOld = new Date(now.getTime() - overQuotaDays * dayMs)
    const missed = await tx.db.$queryRaw<Moved[]>`
      with missed as (
        update "QueueItem" q set status = 'cancelled', "skipReason" = 'quotaMissed', "updatedAt" = ${now}, version = version + 1
        from (select id from "QueueItem" where "shopId" = ${shopId}::uuid and status = 'paused' and "scheduledAt" < ${tooOld} for update skip locked) c
        where q."shopId" = ${shopId}::uuid and q.id = c.id returning q.type
      ) select type, count(*)::int as count from missed group by type`
    const { left } = await readRequestQuota(tx)
    const places = Math.min(left ?? batch, batch)
    const renewed =
      places === 0
        ? []
        : await tx.db.$queryRaw<Moved[]>`
      with renewed as (
        update "QueueItem" q set status = 'waiting', "errorMessage" = null, "updatedAt" = ${now}, version = version + 1
        from (select id from "QueueItem" where "shopId" = ${shopId}::uuid and status = 'paused' order by "scheduledAt" limit ${places} for update skip locked) c
        where q."shopId" = ${shopId}::uuid and q.id = c.id returning q.type
      ) select type, count(*)::int as count from renewed group by type`
    await applyQueueCounts(tx.db, [
      ...missed.flatMap(({ type, count }) => [
        { shopId, type, status: 'paused' as const, by: -count },
        { shopId, type, status: 'cancelled' as const, by: count, skipped: count },
      ]),
      ...renewed.flatMap(({ type, count }) => [
        { shopId, type, status: 'paused' as const, by: -count },
        { shopId, type, status: 'waiting' as const, by: count },
      ]),
    ])
    const total = [...missed, ...renewed].reduce((sum, { count }) => sum + count, 0)
    if (total > 0) tx.publish('queue', shopId)
    return total
  })
}
