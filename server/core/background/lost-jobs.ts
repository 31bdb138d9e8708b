import { LRUCache } from 'lru-cache'
import { Prisma } from '../../generated/prisma/client.ts'
import { makeContext, type Deps } from '../context.ts'
import type { JobName } from '../job-names.ts'

const shopsAtOnce = 20
/** Wait after the first job that gave up. Each later wait equals the sum of all before it. */
const firstWaitMinutes = 5
const longestWaitHours = 6

/** Failures that this process has logged today, by shop and job. */
const logged = new LRUCache<string, true>({ max: 10_000, ttl: 24 * 60 * 60_000 })

/**
 * Queues a job again for shops that have due products but no job, because it ran out of retries. Otherwise only another
 * change would queue it. A platform that keeps refusing a shop is asked less and less often. Returns the number of
 * shops, without those that uninstalled the app.
 */
export async function queueLostJobs(
  deps: Deps,
  { job, due, data = {} }: { job: JobName; due: Prisma.Sql; data?: object },
): Promise<number> {
  const db = deps.access.acrossShops('queue lost jobs')
  // Two statements: rows and jobs may be in different databases.
  const shopsDue = await db.$queryRaw<{ id: string }[]>`
    select s.id from "Shop" s where s."uninstalledAt" is null and exists (select from "Product" p where p."shopId" = s.id and ${due})`
  if (shopsDue.length === 0) return 0
  const ofShop = Prisma.sql`j.name = ${job} and j.group_id = s.id::text`
  const found = await db.$queryRaw<{ id: string; error: string | null }[]>`
    select s.id, failed.error from unnest(${shopsDue.map(({ id }) => id)}::uuid[]) as s(id)
    cross join lateral (select max(j.completed_on) as succeeded from jobs.job j where ${ofShop} and j.state = 'completed') ended
    cross join lateral (
      select min(j.completed_on) as first, max(j.completed_on) as last, (array_agg(j.output ->> 'message' order by j.completed_on desc))[1] as error from jobs.job j
      where ${ofShop} and j.state = 'failed' and j.completed_on > coalesce(ended.succeeded, '-infinity')) failed
    where not exists (select from jobs.job j where ${ofShop} and j.state <= 'active')
      and (failed.last is null
        or failed.last + least(${longestWaitHours} * interval '1 hour', greatest(${firstWaitMinutes} * interval '1 minute', failed.last - failed.first)) <= now())
    limit ${shopsAtOnce}`
  const shops = await db.shop.findMany({ where: { id: { in: found.map(({ id }) => id) } } })
  for (const shop of shops) {
    const error = found.find(({ id }) => id === shop.id)?.error
    if (error) logOnce(deps, { job, shop: shop.shopifyDomain, error })
    await makeContext(deps, shop, { kind: 'system', name: job }).enqueue(job, data)
  }
  return shops.length
}

function logOnce(deps: Deps, failure: { job: JobName; shop: string; error: string }): void {
  const key = `${failure.shop} ${failure.job}`
  if (logged.has(key)) return
  logged.set(key, true)
  deps.log.warn(
    failure,
    `The platform takes nothing of this shop. Candor tries again, later each time and at least every ${longestWaitHours} hours.`,
  )
}
