import { endedKeyDays } from '../../../rules/api-keys.ts'
import { METRICS } from '../../../rules/facts.ts'
import { retentionDays } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Deps } from '../context.ts'
import { Prisma } from '../../generated/prisma/client.ts'

const batch = 5_000

interface LogTable {
  table: string
  /** The column by which a row expires; an index has it. */
  column: string
  /** Days to keep a row by the business clock. Without them, the column is the end by the machine's clock. */
  days?: number
}

/**
 * Tables that only grow and only need their old rows deleted. Business data expires by the business clock, sessions and
 * throttles by the machine's (decision 0008). Imports and files have separate purges.
 */
const tables: readonly LogTable[] = [
  { table: 'WebhookReceipt', column: 'receivedAt', days: retentionDays.webhookReceipts },
  { table: 'IdempotencyKey', column: 'createdAt', days: retentionDays.idempotencyKeys },
  { table: 'DemoMail', column: 'receivedAt', days: retentionDays.demoMails },
  { table: 'DemoReceived', column: 'receivedAt', days: retentionDays.demoMails },
  { table: 'IntegrationDelivery', column: 'createdAt', days: retentionDays.integrationDeliveries },
  { table: 'SettingHistory', column: 'createdAt', days: retentionDays.settingHistory },
  // Votes count for good; only the voter is forgotten. Open reports stay.
  { table: 'ReviewVote', column: 'createdAt', days: retentionDays.reviewVotes },
  { table: 'ReviewReport', column: 'decidedAt', days: retentionDays.decidedReports },
  // Answers for orders that never arrived.
  { table: 'SurveyAnswer', column: 'heldAt', days: retentionDays.heldSurveyAnswers },
  { table: 'ReviewTrait', column: 'expiresAt', days: 0 },
  { table: 'ApiKey', column: 'revokedAt', days: endedKeyDays },
  { table: 'ApiKey', column: 'expiresAt', days: endedKeyDays },
  // A revoked session is deleted at once.
  { table: 'LoginSession', column: 'expiresAt' },
  // Counts the invitations of the last hour, also canceled ones.
  { table: 'AccountLink', column: 'expiresAt', days: 1 },
  { table: 'RateLimit', column: 'expire' },
]

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Finds a table's expired rows, oldest first. */
function selectExpired({ table, column, days }: LogTable, now: Date): Prisma.Sql {
  const end = days === undefined ? new Date() : daysBefore(now, days)
  const [name, by] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)]
  return Prisma.sql`from ${name} where ${by} < ${column === 'expire' ? BigInt(end.getTime()) : end} order by ${by}`
}

/** Selects the present if there are old rows, or shops that are old enough to have old facts. */
export function selectOldRows(now: Date): Prisma.Sql {
  const rows = tables.map((table) => Prisma.sql`(select ${selectExpired(table, now)})`)
  const shops = Prisma.sql`(select from "Shop" where "createdAt" < ${daysBefore(now, retentionDays.facts)})`
  return Prisma.sql`select ${now}::timestamptz where exists (${Prisma.join([...rows, shops], ' union all ')})`
}

/**
 * Deletes one batch of each table's old rows, in all shops. Skips rows locked by another process. Returns how many
 * rows.
 */
export async function purgeOldRows(deps: Pick<Deps, 'access' | 'now'>): Promise<number> {
  const db = deps.access.acrossShops('purge what is over')
  let deleted = 0
  // Deletes by ctid: without statistics, a self-join may be planned row by row.
  for (const table of tables)
    deleted +=
      await db.$executeRaw`delete from ${Prisma.raw(`"${table.table}"`)} where ctid = any(array(select ctid ${selectExpired(table, deps.now())} limit ${batch} for update skip locked))`
  return deleted + (await purgeFacts(deps))
}

const factKeys = Object.entries(METRICS).flatMap(([metric, dimensions]) =>
  ['', ...dimensions].flatMap((dimension) =>
    ['', '@day', '@month'].map((grain) => ({ metric, dimension: dimension + grain })),
  ),
)
const factKeysAtOnce = 100

/**
 * Deletes whole months of the shop, so that sums of months equal their days. Needs no index of hours: the oldest hours
 * come first in each metric's part of a shop's key.
 */
async function purgeFacts({ access, now }: Pick<Deps, 'access' | 'now'>): Promise<number> {
  const db = access.acrossShops('purge what is over')
  const before = daysBefore(now(), retentionDays.facts)
  const over = await db.$queryRaw<{ shopId: string; metric: string; dimension: string; month: Date }[]>`
    select s.id as "shopId", k.metric, k.dimension, month
    from "Shop" s cross join lateral (select date_trunc('month', ${before}::timestamptz, candor_known_zone(s."ianaTimezone")) as month) first
      cross join unnest(${factKeys.map(({ metric }) => metric)}::text[], ${factKeys.map(({ dimension }) => dimension)}::text[]) as k(metric, dimension)
    where s."createdAt" < ${before} and exists (select from "Fact" f where f."shopId" = s.id and f.metric = k.metric and f.dimension = k.dimension and f.hour < month)
    limit ${factKeysAtOnce}`
  let deleted = 0
  for (const { shopId, metric, dimension, month } of over)
    deleted +=
      await db.$executeRaw`delete from "Fact" where "shopId" = ${shopId}::uuid and metric = ${metric} and dimension = ${dimension} and hour < ${month}`
  return deleted
}
