import { isoDay, mondayOf, startOfDay } from '../../../rules/dates.ts'
import { weeklySummaryHour, weeklySummaryOpenHours } from '../../../rules/limits.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import type { NoticeMails } from './notice-mail.ts'

const shopsAtOnce = 200

/**
 * Schedule: queues the weekly summary of every shop on its Monday morning. Row and job change together: only one
 * process sends it, and a crash loses none. A shop younger than the week gets none yet. Returns how many were queued.
 */
export async function queueWeeklySummaries(deps: Deps): Promise<number> {
  const access = () => deps.access.acrossShops('send weekly summaries')
  // Checks zones in Node: PostgreSQL lacks some of them and would refuse the whole statement.
  const zones = await access().shop.groupBy({ by: ['ianaTimezone'], where: { uninstalledAt: null } })
  let sent = 0
  for (const { ianaTimezone } of zones) {
    const monday = summaryDay(deps.now(), ianaTimezone)
    if (!monday) continue
    const due = await access().$queryRaw<{ id: string }[]>`
      select s.id from "Shop" s left join "ReviewNotice" n on n."shopId" = s.id
      where s."ianaTimezone" = ${ianaTimezone} and s."uninstalledAt" is null and s."createdAt" < ${startOfDay(monday, ianaTimezone)} and (n."summaryDay" is null or n."summaryDay" < ${monday}::date)
      order by s.id limit ${shopsAtOnce}`
    const shops =
      due.length === 0 ? [] : await access().shop.findMany({ where: { id: { in: due.map(({ id }) => id) } } })
    for (const shop of shops) {
      const ctx = makeContext(deps, shop, { kind: 'system', name: 'send weekly summaries' })
      sent += await queueSummary(ctx, monday).catch((error: unknown) => {
        deps.log.error({ err: error, shopId: shop.id }, 'a weekly summary failed')
        return 0
      })
    }
  }
  return sent
}

/** Returns the Monday whose summary is due in a zone; null: none. */
function summaryDay(now: Date, timeZone: string): string | null {
  const monday = mondayOf(isoDay(now, timeZone))
  const hours = (now.getTime() - startOfDay(monday, timeZone).getTime()) / 3_600_000
  return hours >= weeklySummaryHour && hours < weeklySummaryHour + weeklySummaryOpenHours ? monday : null
}

async function queueSummary(ctx: Ctx, monday: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const changed = await tx.db.$executeRaw`
      insert into "ReviewNotice" ("shopId", "summaryDay") values (${tx.shop.id}::uuid, ${monday}::date)
      on conflict ("shopId") do update set "summaryDay" = excluded."summaryDay" where "ReviewNotice"."summaryDay" is null or "ReviewNotice"."summaryDay" < excluded."summaryDay"`
    if (changed === 0 || !(await readSetting(tx, 'emailSetting')).enabledEmailWeeklySummary) return 0
    await tx.enqueue('mails.notices', { kind: 'week', monday } satisfies NoticeMails)
    return 1
  })
}
