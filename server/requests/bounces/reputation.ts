import { reputationDays } from '../../../rules/limits.ts'
import { reputationProblem } from '../../../rules/sender.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Ctx } from '../../core/context.ts'
import { pauseMails } from '../sender/pause.ts'

/** Pauses a shop with too many bounces or complaints in a week. Otherwise all shops' emails would become spam. */
export async function checkReputation(ctx: Ctx): Promise<void> {
  const { id: shopId } = ctx.shop
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { mailResumedAt: true } })
  const week = ctx.now().getTime() - reputationDays * dayMs
  const since = new Date(Math.max(week, shop.mailResumedAt?.getTime() ?? 0))
  const rows = await ctx.db.fact.groupBy({
    by: ['metric'],
    _sum: { count: true },
    where: {
      shopId,
      dimension: '',
      metric: { in: ['requests.sent', 'requests.refused', 'requests.bounced', 'requests.complained'] },
      hour: { gte: since },
    },
  })
  const count = (metric: string): number => rows.find((row) => row.metric === metric)?._sum.count ?? 0
  const problem = reputationProblem({
    sent: count('requests.sent') + count('requests.refused'),
    bounced: count('requests.bounced'),
    complained: count('requests.complained'),
  })
  if (problem) await pauseMails(ctx, problem.reason, `${problem.percent.toFixed(1)} %`)
}
