import { Prisma } from '../generated/prisma/client.ts'
import { makeContext, type Deps } from '../context.ts'
import type { JobName } from '../job-names.ts'

const shopsAtOnce = 20

/**
 * Queues a job again for shops that have products due for it but no such job: it ran out of retries, and without a further change nothing
 * else would queue it. Returns the number of shops; those where the app isn't installed are left out.
 */
export async function queueLostJobs(deps: Deps, { job, due, data = {} }: { job: JobName; due: Prisma.Sql; data?: object }): Promise<number> {
  const db = deps.doors.acrossShops('queue lost jobs')
  const found = await db.$queryRaw<{ id: string }[]>`
    select s.id from "Shop" s
    where s."uninstalledAt" is null and exists (select from "Product" p where p."shopId" = s.id and ${due})
      and not exists (select from jobs.job j where j.name = ${job} and j.group_id = s.id::text and j.state <= 'active')
    limit ${shopsAtOnce}`
  const shops = await db.shop.findMany({ where: { id: { in: found.map(({ id }) => id) } } })
  for (const shop of shops) await makeContext(deps, shop, { kind: 'system', name: job }).enqueue(job, data)
  return shops.length
}
