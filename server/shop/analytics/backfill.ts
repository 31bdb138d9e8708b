import type { Metric } from '../../../rules/facts.ts'
import { METRICS } from '../../../rules/facts.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { addFacts, recountSums, requestFacts } from './facts.ts'

/** Long, as it reads all reviews and requests of a large shop. */
const timeoutMs = 600_000
/** Longer than any transaction that records facts, so older facts are committed. */
const openMinutes = 15

interface Backfilled {
  /** Facts before this moment are counted from rows. */
  until: Date
  /** False in the hour of the upgrade: run it again after that hour. */
  complete: boolean
}

/**
 * Recounts a shop's facts from before they were recorded live (`Shop.factsSince`). One transaction per shop replaces
 * the facts before the cut-over by counts of the rows, so it can be repeated. The cut-over is the end of the hour in
 * which recording began, so no hour mixes both. Later hours are kept, as they include reviews deleted since. Until that
 * hour ends, only the hours before the current one are counted. Metrics without rows keep their recorded facts.
 */
export async function backfillFacts(ctx: Ctx): Promise<Backfilled> {
  const shopId = ctx.shop.id
  return inTransaction(
    ctx,
    async (tx) => {
      const [found] = await tx.db.$queryRaw<{ zone: string; cutOver: Date; settled: Date }[]>`
      select zone, date_trunc('hour', "factsSince", zone) + interval '1 hour' as "cutOver",
        date_trunc('hour', ${tx.now()}::timestamptz - ${openMinutes} * interval '1 minute', zone) as settled
      from "Shop", lateral (select candor_known_zone("ianaTimezone") as zone) known where id = ${shopId}::uuid`
      if (!found) throw new Error('The shop is gone.')
      const { zone, cutOver, settled } = found
      const until = cutOver < settled ? cutOver : settled
      await tx.db
        .$executeRaw`delete from "Fact" where "shopId" = ${shopId}::uuid and metric = any(${Object.keys(sources)}) and hour < ${until}`
      for (const source of Object.values(sources))
        await tx.db.$executeRaw(
          addFacts(Prisma.sql`
        select "shopId", metric, dimension, value, date_trunc('hour', at, ${zone}) as hour, sum(count)::int, sum(sum)::bigint
        from (${source(shopId)}) as told("shopId", metric, dimension, value, at, count, sum) where at < ${until} group by 1, 2, 3, 4, 5`),
        )
      await recountSums(tx)
      return { until, complete: until.getTime() === cutOver.getTime() }
    },
    { timeout: timeoutMs },
  )
}

type Source = (shopId: string) => Prisma.Sql

/** As in review-facts.ts: a shopper's review that waits again has a later `enteredAt`. */
const arrivedAt = `case when r.origin in ('customer', 'guest') and r."importId" is null then r."createdAt" else r."enteredAt" end`

const sources: Partial<Record<Metric, Source>> = {
  'reviews.submitted': reviews('reviews.submitted', {
    where: `r.origin in ('customer', 'guest') and r."importId" is null`,
  }),
  'reviews.imported': reviews('reviews.imported', { where: `(r.origin = 'imported' or r."importId" is not null)` }),
  'reviews.created': reviews('reviews.created', { where: `r.origin = 'admin' and r."importId" is null` }),
  // A review of our own export keeps the date of its first publication elsewhere.
  'reviews.published': reviews('reviews.published', {
    where: `r."publishedAt" is not null`,
    at: `greatest(r."publishedAt", ${arrivedAt})`,
  }),
  'reviews.withMedia': reviews('reviews.withMedia', {
    where: `exists (select from "ReviewMedia" m where m."shopId" = r."shopId" and m."reviewId" = r.id)`,
    sum: '0',
  }),
  // A reply imported with its review has the file's date.
  'reviews.replied': reviews('reviews.replied', {
    where: `r."replyAt" > ${arrivedAt}`,
    at: 'r."replyAt"',
    sum: `extract(epoch from r."replyAt" - (${arrivedAt}))::bigint`,
  }),
  'discounts.issued': discounts('discounts.issued', { at: '"startsAt"', where: '"platformId" is not null' }),
  'discounts.redeemed': discounts('discounts.redeemed', {
    at: '"usedAt"',
    where: `state = 'redeemed'`,
    sum: '"revenueCents"',
  }),
  'requests.scheduled': requests('requests.scheduled', 'createdAt'),
  'requests.sent': requests('requests.sent', 'sentAt'),
  'requests.opened': requests('requests.opened', 'openedAt'),
  'requests.clicked': requests('requests.clicked', 'clickedAt'),
  'requests.reviewed': requests('requests.reviewed', 'reviewedAt'),
  'requests.unsubscribed': suppressions('requests.unsubscribed', 'unsubscribed'),
  'requests.bounced': suppressions('requests.bounced', 'bounced'),
  'requests.complained': suppressions('requests.complained', 'complained'),
}

/** The Arrival of rules/facts.ts. */
const arrivalOf = Prisma.sql`case when r.origin = 'imported' or r."importId" is not null then 'imported' when r.origin = 'admin' then 'created' else 'submitted' end`

function reviews(
  metric: Metric,
  { where, at = arrivedAt, sum = 'r.rate' }: { where: string; at?: string; sum?: string },
): Source {
  return (shopId) => Prisma.sql`
    select r."shopId", ${metric}::text, by.dimension, by.value, ${Prisma.raw(at)}, 1, ${Prisma.raw(sum)}
    from "Review" r cross join lateral (values ('', ''), ('product', r."productId"::text), ('source', r.source::text), ('country', r.country), ('rate', r.rate::text), ('arrival', ${arrivalOf})) as by(dimension, value)
    where r."shopId" = ${shopId}::uuid and ${Prisma.raw(where)} and by.value is not null and by.dimension = any(${['', ...METRICS[metric]]}::text[])`
}

function discounts(metric: Metric, { at, where, sum = '0' }: { at: string; where: string; sum?: string }): Source {
  return (shopId) => Prisma.sql`
    select "shopId", ${metric}::text, by.dimension, by.value, ${Prisma.raw(at)}, 1, ${Prisma.raw(sum)}::bigint
    from "Discount" cross join lateral (values ('', ''), ('reward', kind)) as by(dimension, value)
    where "shopId" = ${shopId}::uuid and ${Prisma.raw(where)} and ${Prisma.raw(at)} is not null`
}

function requests(metric: Metric, column: string): Source {
  return (shopId) =>
    requestFacts(metric, {
      items: Prisma.sql`select * from "QueueItem" where "shopId" = ${shopId}::uuid`,
      at: Prisma.raw(`i."${column}"`),
    })
}

function suppressions(metric: Metric, reason: string): Source {
  return (shopId) =>
    Prisma.sql`select "shopId", ${metric}::text, '', '', "createdAt", 1, 0 from "Suppression" where "shopId" = ${shopId}::uuid and reason = ${reason}`
}
