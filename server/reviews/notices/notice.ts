import { v7 as uuidv7 } from 'uuid'
import { mostNegativeNotices, newReviewNoticeEveryHours } from '../../../rules/limits.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { delayMails } from '../../requests/delayed-mails/delayed-mails.ts'
import { isForDigest, isNegative } from './receivers.ts'
import type { Events } from '../../core/events.ts'
import type { NoticeMails } from './notice-mail.ts'

const shopsAtOnce = 200
const hourMs = 3_600_000

/**
 * Listener: records new reviews for the merchant's notices. A negative one is reported at once; others wait for the
 * hourly notice (spec 9). Only shoppers' reviews count, never imports or the merchant's own.
 */
export async function recordNewReviews(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const setting = await readSetting(ctx, 'emailSetting')
  if (!setting.enabledEmailNegativeReview && !setting.enabledEmailNewReview) return
  const { shop } = ctx
  const reviews = await ctx.db.review.findMany({
    where: { shopId: shop.id, id: { in: ids }, origin: { in: ['customer', 'guest'] } },
    select: { id: true, rate: true, createdAt: true },
  })
  const negative = reviews.filter(({ rate }) => isNegative(setting, rate)).map(({ id }) => id)
  await queueNegativeNotices(ctx, negative, setting.negativeReview)
  const waiting = reviews.filter(({ rate }) => isForDigest(setting, rate, shop.email))
  if (waiting.length === 0) return
  const since = new Date(Math.min(...waiting.map(({ createdAt }) => createdAt.getTime())))
  await ctx.db.$executeRaw`
    insert into "ReviewNotice" ("shopId", "pendingSince", pending) values (${shop.id}::uuid, ${since}, ${waiting.length})
    on conflict ("shopId") do update set pending = "ReviewNotice".pending + excluded.pending, "pendingSince" = coalesce("ReviewNotice"."pendingSince", excluded."pendingSince")`
}

/** Reports negative reviews at once. Beyond ten an hour, one email reports the rest, so that a flood doesn't fill inboxes. */
async function queueNegativeNotices(ctx: Ctx, ids: readonly string[], highestRate: number): Promise<void> {
  if (ids.length === 0) return
  const [now, shopId] = [ctx.now(), ctx.shop.id]
  const recent = await ctx.db.review.count({
    where: {
      shopId,
      rate: { lte: highestRate },
      createdAt: { gt: new Date(now.getTime() - hourMs) },
      origin: { in: ['customer', 'guest'] },
    },
  })
  const atOnce = ids.slice(0, Math.max(0, mostNegativeNotices - (recent - ids.length)))
  if (atOnce.length > 0) await ctx.enqueue('mails.notices', { kind: 'negative', ids: atOnce } satisfies NoticeMails)
  if (atOnce.length === ids.length) return
  const since = new Date(now.getTime() - (now.getTime() % hourMs))
  const data = { kind: 'flood', since: since.toISOString() } satisfies NoticeMails
  const dueAt = new Date(since.getTime() + hourMs)
  await delayMails(ctx, [{ key: `negative reviews ${data.since}`, job: 'mails.notices', data, dueAt }])
}

/** Listener: queues a notice when a review is reported for the first time, or again after a decision. */
export async function queueReportedNotice(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const { enabledEmailReportedReview } = await readSetting(ctx, 'emailSetting')
  if (enabledEmailReportedReview)
    await ctx.enqueue('mails.notices', { kind: 'reported', ids, mailId: uuidv7() } satisfies NoticeMails)
}

/** Listener: queues a notice of each objection to a refused review. */
export async function queueObjectedNotice(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  await ctx.enqueue('mails.notices', { kind: 'objected', ids, mailId: uuidv7() } satisfies NoticeMails)
}

/** Minutes in which reviews that are assigned to a person are collected for one email. */
const assignedNoticeMinutes = 2

/** Listener: plans an email to the person that reviews are assigned to. A bulk action causes one, not one a batch. */
export async function queueAssignedNotice(ctx: Ctx, { ids, assigneeId, by }: Events['review.assigned']): Promise<void> {
  const { enabledEmailAssignedReview } = await readSetting(ctx, 'emailSetting')
  if (!enabledEmailAssignedReview) return
  const windowMs = assignedNoticeMinutes * 60_000
  const dueAt = new Date((Math.floor(ctx.now().getTime() / windowMs) + 1) * windowMs)
  const data = { kind: 'assigned', assigneeId, by, due: dueAt.toISOString(), ids } satisfies NoticeMails
  await delayMails(ctx, [{ key: `assigned ${uuidv7()}`, job: 'mails.notices', data, dueAt }])
}

/** Listener: queues a notice when the platform can't charge the merchant and the plan is on hold. */
export async function queueFrozenNotice(ctx: Ctx, { from, frozen }: Events['plan.changed']): Promise<void> {
  if (frozen) await ctx.enqueue('mails.notices', { kind: 'frozen', plan: from, mailId: uuidv7() } satisfies NoticeMails)
}

/** Listener: queues a notice when Candor has disabled a webhook. */
export async function queueWebhookNotice(ctx: Ctx, { id, url, reason }: Events['webhook.disabled']): Promise<void> {
  await ctx.enqueue('mails.notices', {
    kind: 'webhook',
    endpointId: id,
    url,
    reason,
    mailId: uuidv7(),
  } satisfies NoticeMails)
}

/**
 * Schedule: queues each shop's notice of new reviews, at most once an hour of business time. Row and job change
 * together: only one process sends it, and a crash loses none. Returns how many were queued.
 */
export async function queueNewReviewNotices(deps: Deps): Promise<number> {
  const hourAgo = new Date(deps.now().getTime() - newReviewNoticeEveryHours * 3_600_000)
  const due = await deps.access.acrossShops('tell of new reviews').$queryRaw<{ shopId: string }[]>`
    select "shopId" from "ReviewNotice" where "pendingSince" is not null and ("lastSentAt" is null or "lastSentAt" <= ${hourAgo})
    order by "pendingSince" limit ${shopsAtOnce}`
  if (due.length === 0) return 0
  const shops = await deps.access
    .acrossShops('tell of new reviews')
    .shop.findMany({ where: { id: { in: due.map(({ shopId }) => shopId) } } })
  let queuedCount = 0
  for (const shop of shops) {
    const ctx = makeContext(deps, shop, { kind: 'system', name: 'tell of new reviews' })
    queuedCount += await queueShopNotice(ctx, hourAgo).catch((error: unknown) => {
      deps.log.error({ err: error, shopId: shop.id }, 'a notice of new reviews failed')
      return 0
    })
  }
  return queuedCount
}

async function queueShopNotice(ctx: Ctx, hourAgo: Date): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    const [row] = await tx.db.$queryRaw<{ pendingSince: Date; pending: number }[]>`
      select "pendingSince", pending from "ReviewNotice"
      where "shopId" = ${shopId}::uuid and "pendingSince" is not null and ("lastSentAt" is null or "lastSentAt" <= ${hourAgo}) for update skip locked`
    if (!row) return 0
    await tx.db.reviewNotice.update({
      where: { shopId },
      data: { pendingSince: null, pending: 0, lastSentAt: tx.now() },
    })
    const notice = {
      kind: 'new',
      count: row.pending,
      since: row.pendingSince.toISOString(),
      until: tx.now().toISOString(),
      mailId: uuidv7(),
    } satisfies NoticeMails
    await tx.enqueue('mails.notices', notice)
    return 1
  })
}
