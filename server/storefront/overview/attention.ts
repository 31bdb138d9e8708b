import {
  failedEmailPeriod,
  mostAttention,
  negativeReviewPeriod,
  quotaWarningPercent,
  type AttentionKind,
} from '../../../rules/attention.ts'
import { daysOfPreset, endOfDay, startOfDay, type DatePreset } from '../../../rules/dates.ts'
import { planOf } from '../../../rules/plans.ts'
import type { Ctx } from '../../core/context.ts'
import { facetsOf } from '../../requests/queue/queue-facets.ts'
import { findCycleStart } from '../../requests/sending/usage.ts'
import { findReviewFacets } from '../../reviews/reviews/list/facets.ts'
import { readSubscription } from '../../shop/billing/billing.ts'
import { readSetting } from '../../shop/settings/settings.ts'

export interface Attention {
  kind: AttentionKind
  /** Reviews or emails, at most `mostAttention` (pending: all); sent requests for `quota`; else 1. */
  count: number
  /** The plan's monthly requests, for `quota`. */
  limit: number | null
  /** Stars up to which a review is negative, for `negative`. */
  rate: number | null
  /** The import to finish. */
  importId: string | null
  /** Its file, or the unverified address. */
  name: string
}

interface Counted {
  pending: number
  negative: number
  objections: number
  reports: number
  suspicious: number
  failed: number
  sent: number
  importId: string | null
  fileName: string | null
}

/** Returns what needs the merchant now. Reads counters and short ranges of indexes, by one statement. */
export async function listAttention(ctx: Ctx): Promise<Attention[]> {
  const [{ negativeReviewThreshold: rate }, sender, { frozen }] = await Promise.all([
    readSetting(ctx, 'general'),
    readSetting(ctx, 'emailSetting'),
    readSubscription(ctx),
  ])
  const counted = await count(ctx, rate)
  const limit = planOf(ctx.shop.plan).monthlyRequests
  const found: Record<AttentionKind, Partial<Attention> | false> = {
    planOnHold: frozen && { count: 1 },
    objections: { count: counted.objections },
    reports: { count: counted.reports },
    suspicious: { count: counted.suspicious },
    negative: { count: counted.negative, rate },
    pending: { count: counted.pending },
    failedEmails: { count: counted.failed },
    unverifiedSender: sender.isCustomSenderEnabled &&
      !sender.isVerified &&
      sender.senderEmail !== '' && { count: 1, name: sender.senderEmail },
    quota: limit !== null && counted.sent * 100 >= limit * quotaWarningPercent && { count: counted.sent, limit },
    import: counted.importId !== null && { count: 1, importId: counted.importId, name: counted.fileName ?? '' },
  }
  return Object.entries(found).flatMap(([kind, item]) =>
    item && item.count
      ? [{ kind: kind as AttentionKind, count: 0, limit: null, rate: null, importId: null, name: '', ...item }]
      : [],
  )
}

async function count(ctx: Ctx, rate: number): Promise<Counted> {
  const shopId = ctx.shop.id
  const recent = periodOf(ctx, negativeReviewPeriod)
  const week = periodOf(ctx, failedEmailPeriod)
  const negative = findReviewFacets({
    status: ['published'],
    rate: Array.from({ length: rate }, (_, index) => index + 1),
  })
  const failed = facetsOf({ status: ['failed'] })?.values ?? []
  const [row] = await ctx.db.$queryRaw<Counted[]>`
    select
      (select coalesce(sum(count), 0)::int from "ReviewCount" where "shopId" = ${shopId}::uuid and status = 'pending') as pending,
      (select count(*)::int from (select from "Review" where "shopId" = ${shopId}::uuid and facet = any(${negative}::smallint[]) and "createdAt" >= ${recent.from} and "createdAt" < ${recent.end} and "replyAt" is null limit ${mostAttention}) r) as negative,
      (select count(*)::int from (select from "Review" where "shopId" = ${shopId}::uuid and "openObjection" and status <> 'deleted' limit ${mostAttention}) r) as objections,
      (select count(*)::int from (select from "Review" where "shopId" = ${shopId}::uuid and "openReports" > 0 and status <> 'deleted' limit ${mostAttention}) r) as reports,
      (select count(*)::int from (select from "ReviewSuspicion" where "shopId" = ${shopId}::uuid and "settledAt" is null limit ${mostAttention}) s) as suspicious,
      (select count(*)::int from (select from "QueueItem" where "shopId" = ${shopId}::uuid and facet = any(${[...failed]}::smallint[]) and "scheduledAt" >= ${week.from} and "scheduledAt" < ${week.end} limit ${mostAttention}) q) as failed,
      (select coalesce(sum(sent), 0)::int from "RequestUsage" where "shopId" = ${shopId}::uuid and "cycleStart" = ${findCycleStart(ctx.shop, ctx.now())}) as sent,
      i.id as "importId", i."fileName"
    from (select) one left join lateral (
      select id, "fileName" from "Import" where "shopId" = ${shopId}::uuid and status in ('checked', 'paused') order by "createdAt" desc limit 1
    ) i on true`
  return row as Counted
}

/** Returns a preset's instants by the shop's days, as the lists filter by it. */
function periodOf({ shop, now }: Ctx, preset: DatePreset): { from: Date | null; end: Date | null } {
  const days = daysOfPreset(preset, now(), shop.ianaTimezone)
  return {
    from: days && startOfDay(days.from, shop.ianaTimezone),
    end: days && endOfDay(days.to, shop.ianaTimezone),
  }
}
