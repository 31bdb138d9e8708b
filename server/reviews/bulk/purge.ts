import { bulkRunDays, bulkUndoHours } from '../../../rules/limits.ts'
import type { Deps } from '../../core/context.ts'

const batch = 5_000
const graceHours = 24

/**
 * Deletes in all shops the rows of bulk runs a day after their undo period, and old runs. Works one batch per call.
 * Returns the number of rows; 0 when nothing is due.
 */
export async function purgeBulks({ access, now }: Pick<Deps, 'access' | 'now'>): Promise<number> {
  const db = access.acrossShops('purge what is over')
  const before = (hours: number) => new Date(now().getTime() - hours * 3_600_000)
  const items = await db.$executeRaw`
    delete from "BulkItem" item using (
      select i."shopId", i."bulkId", i."reviewId" from "BulkRun" run cross join lateral (
        select "shopId", "bulkId", "reviewId" from "BulkItem" where "shopId" = run."shopId" and "bulkId" = run.id limit ${batch} for update skip locked
      ) i where run.status not in ('running', 'undoing') and run."finishedAt" < ${before(bulkUndoHours + graceHours)} limit ${batch}
    ) old where item."shopId" = old."shopId" and item."bulkId" = old."bulkId" and item."reviewId" = old."reviewId"`
  const runs = await db.$executeRaw`
    delete from "BulkRun" run where status not in ('running', 'undoing') and "finishedAt" < ${before(bulkRunDays * 24)}
      and not exists (select from "BulkItem" item where item."shopId" = run."shopId" and item."bulkId" = run.id)`
  return items + runs
}
