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

interface JobsOfShop {
  shopId: string
  isQueued: boolean
  /** Message of the last failure since the last success. */
  error: string | null
  isRefused: boolean
}

/**
 * Queues a job again for shops that have due products but no job, because it ran out of retries. Otherwise only another
 * change would queue it. A platform that keeps refusing a shop is asked less and less often. Reads shops and jobs
 * separately, as they may be in two databases. Returns the number of shops, without those that uninstalled the app.
 */
export async function queueLostJobs(
  deps: Deps,
  { job, due, data = {} }: { job: JobName; due: Prisma.Sql; data?: object },
): Promise<number> {
  const db = deps.access.acrossShops('queue lost jobs')
  const found = await db.$queryRaw<{ id: string }[]>`
    select s.id from "Shop" s where s."uninstalledAt" is null and exists (select from "Product" p where p."shopId" = s.id and ${due})`
  const jobsByShop = new Map(
    (await readJobs(deps, { job, shopIds: found.map(({ id }) => id) })).map((one) => [one.shopId, one]),
  )
  const lost = found.filter(({ id }) => !jobsByShop.get(id)?.isQueued && !jobsByShop.get(id)?.isRefused)
  const shops = await db.shop.findMany({ where: { id: { in: lost.slice(0, shopsAtOnce).map(({ id }) => id) } } })
  for (const shop of shops) {
    const error = jobsByShop.get(shop.id)?.error
    if (error) logOnce(deps, { job, shop: shop.shopifyDomain, error })
    await makeContext(deps, shop, { kind: 'system', name: job }).enqueue(job, data)
  }
  return shops.length
}

/** Returns the state of a kind of job for each of the shops that has one. */
async function readJobs(
  deps: Deps,
  { job, shopIds }: { job: JobName; shopIds: readonly string[] },
): Promise<JobsOfShop[]> {
  if (shopIds.length === 0) return []
  return deps.access.acrossShops('queue lost jobs').$queryRaw<JobsOfShop[]>`
    with job as (select * from jobs.job where name = ${job} and group_id = any(${shopIds}::text[])),
    succeeded as (select group_id, max(completed_on) as at from job where state = 'completed' group by group_id),
    failed as (
      select job.group_id, min(completed_on) as first, max(completed_on) as last,
        (array_agg(output ->> 'message' order by completed_on desc))[1] as error
      from job left join succeeded on succeeded.group_id = job.group_id
      where state = 'failed' and completed_on > coalesce(succeeded.at, '-infinity') group by job.group_id
    )
    select job.group_id as "shopId", bool_or(job.state <= 'active') as "isQueued", max(failed.error) as error,
      coalesce(max(failed.last) + least(${longestWaitHours} * interval '1 hour',
        greatest(${firstWaitMinutes} * interval '1 minute', max(failed.last) - min(failed.first))) > now(), false) as "isRefused"
    from job left join failed on failed.group_id = job.group_id group by job.group_id`
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
