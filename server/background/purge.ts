import { retentionDays } from '../../rules/limits.ts'
import type { Deps } from '../context.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** Rows of one statement. */
const batch = 5_000

interface LogTable {
  table: string
  /** Finds the oldest rows that are over, by an index. */
  over(clocks: { daysAgo(days: number): Date; wallMs: number }): Prisma.Sql
}

/**
 * Tables that only grow and need nothing but their old rows deleted. What the business dates is over by the business clock,
 * sessions and throttles by the machine's (decision 0008). Imports and files have purges of their own.
 */
const tables: readonly LogTable[] = [
  { table: 'WebhookReceipt', over: ({ daysAgo }) => Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.webhookReceipts)} order by "receivedAt"` },
  { table: 'IdempotencyKey', over: ({ daysAgo }) => Prisma.sql`where "createdAt" < ${daysAgo(retentionDays.idempotencyKeys)} order by "createdAt"` },
  { table: 'DemoMail', over: ({ daysAgo }) => Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.demoMails)} order by "receivedAt"` },
  // A revoked session is deleted at once.
  { table: 'LoginSession', over: ({ wallMs }) => Prisma.sql`where "expiresAt" < ${new Date(wallMs)} order by "expiresAt"` },
  { table: 'RateLimit', over: ({ wallMs }) => Prisma.sql`where expire < ${BigInt(wallMs)} order by expire` },
]

/**
 * Deletes one batch of each table's old rows, in all shops. What another process is deleting is left to it, and what a killed
 * one has not is found again. Answers how many rows; 0 when nothing is over.
 */
export async function purgeOldRows(deps: Pick<Deps, 'doors' | 'now'>): Promise<number> {
  const db = deps.doors.acrossShops('purge what is over')
  const clocks = { daysAgo: (days: number) => new Date(deps.now().getTime() - days * 86_400_000), wallMs: Date.now() }
  let deleted = 0
  for (const { table, over } of tables) {
    const name = Prisma.raw(`"${table}"`)
    // By their places: without statistics, a join of the table with itself may be planned row by row.
    deleted += await db.$executeRaw`delete from ${name} where ctid = any(array(select ctid from ${name} ${over(clocks)} limit ${batch} for update skip locked))`
  }
  return deleted + await purgeDailyStats(deps)
}

/** The oldest days stand first in a shop's part of the key, so that each shop is one look, and no index of days is needed. */
async function purgeDailyStats({ doors, now }: Pick<Deps, 'doors' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - retentionDays.dailyStats * 86_400_000)
  return doors.acrossShops('purge what is over').$executeRaw`
    delete from "DailyStat" where ctid = any(array(
      select old.place from "Shop" s cross join lateral (
        select ctid as place from "DailyStat" where "shopId" = s.id and day < ${before}::date order by day limit ${batch} for update skip locked
      ) old limit ${batch}
    ))`
}
