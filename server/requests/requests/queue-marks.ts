import type { QueueKind, QueueMark } from '../../../rules/queue-status.ts'
import { QUEUE_MARKS } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import type { Db } from '../../core/database/for-shop.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** Rows of a kind that get (+) or lose (-) a mark. */
interface MarkDelta {
  shopId: string
  type: QueueKind
  mark: QueueMark
  by: number
}

/**
 * Builds the statement that adds deltas to the counters of marks: the only writer of QueueMarkCount. `deltas` is a
 * query of the columns "shopId", type, mark and by. Deltas are written by ascending key, which avoids deadlocks.
 */
export function buildMarkCountUpdate(deltas: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into "QueueMarkCount" ("shopId", type, mark, count)
    select d."shopId", d.type, d.mark, sum(d.by)::int from (${deltas}) as d("shopId", type, mark, by)
    group by d."shopId", d.type, d.mark having sum(d.by) <> 0 order by d."shopId", d.type, d.mark
    on conflict ("shopId", type, mark) do update set count = "QueueMarkCount".count + excluded.count`
}

/** Adds deltas to the counters of marks, in the transaction of the change. */
export async function applyQueueMarks(db: Db, deltas: readonly MarkDelta[]): Promise<void> {
  if (deltas.length === 0) return
  const rows = deltas.map(
    ({ shopId, type, mark, by }) => Prisma.sql`(${shopId}::uuid, ${type}::text, ${mark}::text, ${by}::int)`,
  )
  await db.$executeRaw(buildMarkCountUpdate(Prisma.sql`values ${Prisma.join(rows)}`))
}

/** Reads from the counters how many of the shop's rows have each mark, for some kinds or all. */
export async function readQueueMarks(ctx: Ctx, types?: readonly QueueKind[]): Promise<Record<QueueMark, number>> {
  const rows = await ctx.db.queueMarkCount.findMany({
    where: { shopId: ctx.shop.id, ...(types?.length && { type: { in: [...types] } }) },
    select: { mark: true, count: true },
  })
  return Object.fromEntries(
    QUEUE_MARKS.map((mark) => [
      mark,
      rows.filter((row) => row.mark === mark).reduce((sum, { count }) => sum + count, 0),
    ]),
  ) as Record<QueueMark, number>
}
