import type { Db } from '../database/for-shop.ts'
import { Prisma } from '../generated/prisma/client.ts'

/**
 * The statement that adds to the numbers analytics read. `deltas` is a query of the columns "shopId", metric, at and by;
 * it may be part of the statement that changes the rows. Days are those of UTC.
 */
export function addDailyStats(deltas: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into "DailyStat" ("shopId", day, metric, value)
    select d."shopId", (d.at at time zone 'UTC')::date, d.metric, sum(d.by)::int from (${deltas}) as d("shopId", metric, at, by)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict ("shopId", day, metric) do update set value = "DailyStat".value + excluded.value`
}

/** Counts one thing that happened, in the transaction of the change. */
export async function countToday(db: Db, { shopId, metric, at }: { shopId: string; metric: string; at: Date }): Promise<void> {
  await db.$executeRaw(addDailyStats(Prisma.sql`values (${shopId}::uuid, ${metric}::text, ${at}::timestamptz, 1)`))
}
