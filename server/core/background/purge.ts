import { METRICS } from '../../../rules/facts.ts'
import { retentionDays } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Deps } from '../context.ts'
import { Prisma } from '../../generated/prisma/client.ts'

const batch = 5_000

interface LogTable {
  table: string
  /** Finds the oldest expired rows, by an index. */
  expired(clocks: { daysAgo(days: number): Date; wallMs: number }): Prisma.Sql
}

/**
 * Tables that only grow and only need their old rows deleted. Business data expires by the business clock, sessions and
 * throttles by the machine's (decision 0008). Imports and files have separate purges.
 */
const tables: readonly LogTable[] = [
  {
    table: 'WebhookReceipt',
    expired: ({ daysAgo }) =>
      Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.webhookReceipts)} order by "receivedAt"`,
  },
  {
    table: 'IdempotencyKey',
    expired: ({ daysAgo }) =>
      Prisma.sql`where "createdAt" < ${daysAgo(retentionDays.idempotencyKeys)} order by "createdAt"`,
  },
  {
    table: 'DemoMail',
    expired: ({ daysAgo }) =>
      Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.demoMails)} order by "receivedAt"`,
  },
  {
    table: 'DemoReceived',
    expired: ({ daysAgo }) =>
      Prisma.sql`where "receivedAt" < ${daysAgo(retentionDays.demoMails)} order by "receivedAt"`,
  },
  {
    table: 'IntegrationDelivery',
    expired: ({ daysAgo }) =>
      Prisma.sql`where "createdAt" < ${daysAgo(retentionDays.integrationDeliveries)} order by "createdAt"`,
  },
  // Votes count for good; only the voter is forgotten. Open reports stay.
  {
    table: 'ReviewVote',
    expired: ({ daysAgo }) =>
      Prisma.sql`where "createdAt" < ${daysAgo(retentionDays.reviewVotes)} order by "createdAt"`,
  },
  {
    table: 'ReviewReport',
    expired: ({ daysAgo }) =>
      Prisma.sql`where "decidedAt" < ${daysAgo(retentionDays.decidedReports)} order by "decidedAt"`,
  },
  // A revoked session is deleted at once.
  {
    table: 'LoginSession',
    expired: ({ wallMs }) => Prisma.sql`where "expiresAt" < ${new Date(wallMs)} order by "expiresAt"`,
  },
  { table: 'RateLimit', expired: ({ wallMs }) => Prisma.sql`where expire < ${BigInt(wallMs)} order by expire` },
]

const clocksAt = (now: Date) => ({
  daysAgo: (days: number) => new Date(now.getTime() - days * dayMs),
  wallMs: Date.now(),
})

/** Selects the present if there are old rows, or shops that are old enough to have old facts. */
export function selectOldRows(now: Date): Prisma.Sql {
  const clocks = clocksAt(now)
  const rows = tables.map(
    ({ table, expired }) => Prisma.sql`(select from ${Prisma.raw(`"${table}"`)} ${expired(clocks)})`,
  )
  const shops = Prisma.sql`(select from "Shop" where "createdAt" < ${clocks.daysAgo(retentionDays.facts)})`
  return Prisma.sql`select ${now}::timestamptz where exists (${Prisma.join([...rows, shops], ' union all ')})`
}

/**
 * Deletes one batch of each table's old rows, in all shops. Skips rows locked by another process. Returns how many
 * rows.
 */
export async function purgeOldRows(deps: Pick<Deps, 'access' | 'now'>): Promise<number> {
  const db = deps.access.acrossShops('purge what is over')
  const clocks = clocksAt(deps.now())
  let deleted = 0
  for (const { table, expired } of tables) {
    const name = Prisma.raw(`"${table}"`)
    // Deletes by ctid: without statistics, a self-join may be planned row by row.
    deleted +=
      await db.$executeRaw`delete from ${name} where ctid = any(array(select ctid from ${name} ${expired(clocks)} limit ${batch} for update skip locked))`
  }
  return deleted + (await purgeFacts(deps))
}

const factKeys = Object.entries(METRICS).flatMap(([metric, dimensions]) =>
  ['', ...dimensions].map((dimension) => ({ metric, dimension })),
)
const factKeysAtOnce = 100

/** Needs no index of hours: the oldest hours come first in each metric's part of a shop's key. */
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
