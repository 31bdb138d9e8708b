import type { Db } from '../database/for-shop.ts'
import { Prisma } from '../generated/prisma/client.ts'

export interface StatDelta {
  shopId: string
  metric: string
  by: number
  /** Any moment of the day it counts for; days are those of UTC. */
  day: Date
}

/** Adds to the numbers that analytics read, in the transaction of what they count. */
export async function addDailyStats(db: Db, deltas: readonly StatDelta[]): Promise<void> {
  const sums = new Map<string, { shopId: string; metric: string; day: string; by: number }>()
  for (const { shopId, metric, by, day } of deltas) {
    const key = `${shopId} ${day.toISOString().slice(0, 10)} ${metric}`
    sums.set(key, { shopId, metric, day: day.toISOString().slice(0, 10), by: by + (sums.get(key)?.by ?? 0) })
  }
  if (sums.size === 0) return
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await db.$executeRaw`
    insert into "DailyStat" ("shopId", day, metric, value)
    values ${Prisma.join(rows.map(({ shopId, day, metric, by }) => Prisma.sql`(${shopId}::uuid, ${day}::date, ${metric}, ${by})`))}
    on conflict ("shopId", day, metric) do update set value = "DailyStat".value + excluded.value`
}
