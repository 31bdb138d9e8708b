import { delayBucketNames, delayBuckets, factRows, METRICS, type Fact, type Metric } from '../../../rules/facts.ts'
import { beforeCommit, type Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** Facts recorded in the open transaction but not yet written. */
const waiting = new WeakMap<Ctx, { facts: Fact[]; requests: Prisma.Sql[] }>()

/**
 * Records facts in the transaction of the change. One statement before the commit writes their sums in key order.
 * Transactions thus lock an hour's counters briefly and cannot deadlock over them.
 */
export function recordFacts(tx: Ctx, facts: readonly Fact[]): void {
  if (facts.length > 0) waitingOf(tx).facts.push(...facts)
}

export function recordRequests(tx: Ctx, metric: Metric, ids: readonly string[]): void {
  if (ids.length === 0) return
  const items = Prisma.sql`select * from "QueueItem" where "shopId" = ${tx.shop.id}::uuid and id = any(${[...ids]}::uuid[])`
  waitingOf(tx).requests.push(requestFacts(metric, { items, at: Prisma.sql`${tx.now()}::timestamptz` }))
}

function waitingOf(tx: Ctx): { facts: Fact[]; requests: Prisma.Sql[] } {
  const known = waiting.get(tx)
  if (known) return known
  const made = { facts: [] as Fact[], requests: [] as Prisma.Sql[] }
  waiting.set(tx, made)
  beforeCommit(tx, async () => {
    const rows = made.facts.length > 0 ? [rowsOf(tx.shop.id, made.facts)] : []
    await tx.db.$executeRaw(addFacts(Prisma.join([...rows, ...made.requests], ' union all ')))
  })
  return made
}

function rowsOf(shopId: string, facts: readonly Fact[]): Prisma.Sql {
  return Prisma.sql`select ${shopId}::uuid, metric, dimension, value, at, count, sum
    from jsonb_to_recordset(${JSON.stringify(factRows(facts))}::jsonb) as f(metric text, dimension text, value text, at timestamptz, count int, sum bigint)`
}

/** Days between a purchase and its request, named as in rules/facts.ts. */
const delayOf = Prisma.sql`(array[${Prisma.join([...delayBucketNames])}]::text[])[width_bucket(extract(epoch from i."sentAt" - i."createdOrderAt") / 86400, array[${Prisma.join([...delayBuckets])}]::numeric[])]`

const localSentAt = Prisma.sql`i."sentAt" at time zone candor_known_zone(s."ianaTimezone")`
const sentHourOf = Prisma.sql`extract(isodow from ${localSentAt})::text || '-' || extract(hour from ${localSentAt})::text`

/**
 * Returns a query of the columns of addFacts: one event of a metric per queue item. `items` is a query of queue items,
 * `at` the event's time; items without a time are left out.
 */
export function requestFacts(metric: Metric, { items, at }: { items: Prisma.Sql; at: Prisma.Sql }): Prisma.Sql {
  const dimensions: readonly string[] = METRICS[metric]
  return Prisma.sql`
    select i."shopId", ${metric}::text, by.dimension, by.value, ${at}, 1, 0::bigint
    from (${items}) i join "Shop" s on s.id = i."shopId" left join "Order" o on o."shopId" = i."shopId" and o.id = i."orderId"
      cross join lateral (values ('', ''), ('template', i.type), ('delayBucket', ${delayOf}), ('country', nullif(o.country, '')), ('sentHour', ${sentHourOf})) as by(dimension, value)
    where ${at} is not null and by.value is not null and by.dimension = any(${['', ...dimensions]}::text[])`
}

/**
 * Returns the statement that adds to any shops' facts; only the backfill also writes Fact. `deltas` is a query of
 * "shopId", metric, dimension, value, at, count and sum, and may change rows itself. An hour is an hour of the shop's
 * zone, named by its start. Days of any zone thus consist of whole hours, also at half-hour offsets. The hour that
 * occurs twice in autumn counts as two. Each fact is also added to its day and
 * month, as a year has too many hours to read.
 */
export function addFacts(deltas: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into "Fact" ("shopId", metric, dimension, value, hour, count, sum)
    select d."shopId", d.metric, by.dimension, d.value, by.hour, sum(d.count)::int, sum(d.sum)::bigint
    from (${deltas}) as d("shopId", metric, dimension, value, at, count, sum) join "Shop" s on s.id = d."shopId"
      cross join lateral (select candor_known_zone(s."ianaTimezone") as zone) known
      cross join lateral (values (d.dimension, date_trunc('hour', d.at, known.zone)), (d.dimension || '@day', date_trunc('day', d.at, known.zone)), (d.dimension || '@month', date_trunc('month', d.at, known.zone))) as by(dimension, hour)
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 5, 4
    on conflict ("shopId", metric, dimension, hour, value) do update set count = "Fact".count + excluded.count, sum = "Fact".sum + excluded.sum`
}

/** Sums a shop's hours by day and month again: after a backfill, a restore or a change of its zone. */
export async function recountSums(tx: Ctx): Promise<void> {
  const shopId = tx.shop.id
  await tx.db.$executeRaw`delete from "Fact" where "shopId" = ${shopId}::uuid and dimension like '%@%'`
  await tx.db.$executeRaw`
    insert into "Fact" ("shopId", metric, dimension, value, hour, count, sum)
    select f."shopId", f.metric, f.dimension || '@' || grain, f.value, date_trunc(grain, f.hour, candor_known_zone(s."ianaTimezone")), sum(f.count)::int, sum(f.sum)::bigint
    from "Fact" f join "Shop" s on s.id = f."shopId" cross join (values ('day'), ('month')) as by(grain)
    where f."shopId" = ${shopId}::uuid and f.dimension not like '%@%' group by 1, 2, 3, 4, 5 order by 1, 2, 3, 5, 4`
}
