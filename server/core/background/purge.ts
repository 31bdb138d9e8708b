import { METRICS } from '../../../rules/facts.ts'
import { retentionDays } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Deps } from '../context.ts'
import { Prisma } from '../../generated/prisma/client.ts'

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
  {
    table: 'WebhookReceipt',
    over: ({ daysAgo }) =>
      Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.webhookReceipts)} order by "receivedAt"`,
  },
  {
    table: 'IdempotencyKey',
    over: ({ daysAgo }) =>
      Prisma.sql`where "createdAt" < ${daysAgo(retentionDays.idempotencyKeys)} order by "createdAt"`,
  },
  {
    table: 'DemoMail',
    over: ({ daysAgo }) => Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.demoMails)} order by "receivedAt"`,
  },
  {
    table: 'DemoReceived',
    over: ({ daysAgo }) => Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.demoMails)} order by "receivedAt"`,
  },
  {
    table: 'IntegrationDelivery',
    over: ({ daysAgo }) =>
      Prisma.sql`where "createdAt" < ${daysAgo(retentionDays.integrationDeliveries)} order by "createdAt"`,
  },
  // Votes count for good; who gave them is forgotten. Open reports stay.
  {
    table: 'ReviewVote',
    over: ({ daysAgo }) => Prisma.sql`where "createdAt" < ${daysAgo(retentionDays.reviewVotes)} order by "createdAt"`,
  },
  {
    table: 'ReviewReport',
    over: ({ daysAgo }) =>
      Prisma.sql`where "decidedAt" < ${daysAgo(retentionDays.decidedReports)} order by "decidedAt"`,
  },
  // A revoked session is deleted at once.
  {
    table: 'LoginSession',
    over: ({ wallMs }) => Prisma.sql`where "expiresAt" < ${new Date(wallMs)} order by "expiresAt"`,
  },
  { table: 'RateLimit', over: ({ wallMs }) => Prisma.sql`where expire < ${BigInt(wallMs)} order by expire` },
]

/**
 * Deletes one batch of each table's old rows, in all shops. What another process is deleting is left to it, and what a killed
 * one has not is found again. Answers how many rows; 0 when nothing is over.
 */
export async function purgeOldRows(deps: Pick<Deps, 'access' | 'now'>): Promise<number> {
  const db = deps.access.acrossShops('purge what is over')
  const clocks = { daysAgo: (days: number) => new Date(deps.now().getTime() - days * dayMs), wallMs: Date.now() }
  let deleted = 0
  for (const { table, over } of tables) {
    const name = Prisma.raw(`"${table}"`)
    // By their places: without statistics, a join of the table with itself may be planned row by row.
    deleted +=
      await db.$executeRaw`delete from ${name} where ctid = any(array(select ctid from ${name} ${over(clocks)} limit ${batch} for update skip locked))`
  }
  return deleted + (await purgeFacts(deps))
}

const factKeys = Object.entries(METRICS).flatMap(([metric, dimensions]) =>
  ['', ...dimensions].map((dimension) => ({ metric, dimension })),
)
/** Shops and metrics of one run. */
const factKeysAtOnce = 100

/** The oldest hours stand first in each metric's part of a shop's key, so no index of hours is needed. */
async function purgeFacts({ access, now }: Pick<Deps, 'access' | 'now'>): Promise<number> {
  const db = access.acrossShops('purge what is over')
  const before = new Date(now().getTime() - retentionDays.facts * dayMs)
  const over = await db.$queryRaw<{ shopId: string; metric: string; dimension: string }[]>`
    select s.id as "shopId", k.metric, k.dimension
    from "Shop" s cross join unnest(${factKeys.map(({ metric }) => metric)}::text[], ${factKeys.map(({ dimension }) => dimension)}::text[]) as k(metric, dimension)
    where s."createdAt" < ${before} and exists (select from "Fact" f where f."shopId" = s.id and f.metric = k.metric and f.dimension = k.dimension and f.hour < ${before})
    limit ${factKeysAtOnce}`
  let deleted = 0
  for (const { shopId, metric, dimension } of over)
    deleted +=
      await db.$executeRaw`delete from "Fact" where "shopId" = ${shopId}::uuid and metric = ${metric} and dimension = ${dimension} and hour < ${before}`
  return deleted
}
