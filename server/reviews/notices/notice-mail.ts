import { createHash } from 'node:crypto'
import { formatCustomerName } from '../../../rules/author-name.ts'
import { chooseLocale } from '../../../rules/locales.ts'
import { shiftDay, startOfDay } from '../../../rules/dates.ts'
import { plans, type PlanId } from '../../../rules/plans.ts'
import type { ReportName } from '../../../rules/reports.ts'
import { LISTED_STATUSES } from '../../../rules/review-status.ts'
import type { EmailSetting } from '../../../rules/settings/email-setting.ts'
import { buildReport } from '../../shop/analytics/reports.ts'
import type { Ctx } from '../../core/context.ts'
import type { Events } from '../../core/events.ts'
import { encodeId } from '../../core/global-ids.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Quote } from '../../requests/mail/email-content.ts'
import { oneLine } from '../../requests/mail/mail.ts'
import { buildMessageId } from '../../requests/sending/deliver-mails.ts'
import { createMailJob, type JobEmail, type JobMailData } from '../../requests/sending/job-mail.ts'
import { findPerson } from '../../shop/session/people.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import { isForDigest, listReceivers } from './receivers.ts'

interface Negative {
  kind: 'negative'
  ids: string[]
}
interface Digest {
  kind: 'new'
  /** Number recorded; reviews deleted before the email are not counted. */
  count: number
  /** ISO, business time: the reviews were written between them, inclusive. */
  since: string
  until: string
  /** Names the email: the same for every attempt. */
  mailId: string
}
/** Negative reviews beyond those that were reported at once. */
interface Flood {
  kind: 'flood'
  /** Start of the hour of business time, ISO. */
  since: string
}
interface Week {
  kind: 'week'
  /** YYYY-MM-DD, in the shop's zone: the summary covers the seven days before. */
  monday: string
}
interface Reported {
  kind: 'reported' | 'objected'
  ids: string[]
  /** Names the email, since a review may be reported again after a decision. */
  mailId: string
}
/** Goes to the person that another one assigned reviews to. */
interface Assigned {
  kind: 'assigned'
  ids: string[]
  /** The account. */
  assigneeId: string
  /** Name of the other person, or empty. */
  by: string
  /** When the email was planned for, ISO: names it with the account. */
  due: string
}
/** The platform could not charge the merchant. */
interface Frozen {
  kind: 'frozen'
  plan: PlanId
  mailId: string
}
/** Candor disabled a webhook. */
interface WebhookStopped extends Omit<Events['webhook.disabled'], 'id'> {
  kind: 'webhook'
  endpointId: string
  mailId: string
}
export type NoticeMails = (Negative | Digest | Flood | Week | Reported | Assigned | Frozen | WebhookStopped) &
  JobMailData

const switches = {
  negative: 'enabledEmailNegativeReview',
  new: 'enabledEmailNewReview',
  flood: 'enabledEmailNegativeReview',
  week: 'enabledEmailWeeklySummary',
  reported: 'enabledEmailReportedReview',
  assigned: 'enabledEmailAssignedReview',
} as const

const STARS = [1, 2, 3, 4, 5]
/** Reviews quoted in a notice; the others are in the list. */
const quoted = 5
const quotedInSummary = 3
const columns = {
  id: true,
  rate: true,
  title: true,
  content: true,
  firstName: true,
  lastName: true,
  status: true,
  product: { select: { title: true } },
} satisfies Prisma.ReviewSelect
type NoticedReview = Prisma.ReviewGetPayload<{ select: typeof columns }>

/**
 * Job: emails notices to all the merchant's recipients, in the admin's language (spec 9, email notifications). Reviews
 * moved to the trash since are neither listed nor counted. A refused recipient is logged and delays no other.
 */
export const mailNotices = createMailJob<NoticeMails>({
  job: 'mails.notices',
  template: null,
  async buildEmails(ctx, notice) {
    const setting = await readSetting(ctx, 'emailSetting')
    // Some notices, such as of an unpaid plan, have no switch.
    if (notice.kind in switches && !setting[switches[notice.kind as keyof typeof switches]]) return []
    const notices = await noticesOf(ctx, notice, setting)
    if (notice.kind === 'assigned') {
      const person = notices.length > 0 ? await findPerson(ctx, notice.assigneeId) : null
      return person ? notices.map((shopNotice) => addressNotice(ctx, shopNotice, person.email)) : []
    }
    const { kind } = notice
    // Sends one email per recipient, so that addresses stay private.
    return notices.flatMap((shopNotice) =>
      listReceivers(setting, kind, ctx.shop.email).map((address) => addressNotice(ctx, shopNotice, address)),
    )
  },
  async handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { item, error } of undelivered)
      log.warn({ shopId: shop.id, messageId: item, error }, 'a notice was refused')
  },
})

async function noticesOf(ctx: Ctx, notice: NoticeMails, setting: EmailSetting): Promise<Notice[]> {
  switch (notice.kind) {
    case 'negative':
      return buildNegativeNotices(ctx, notice.ids)
    case 'new':
      return buildDigest(ctx, notice, { gte: lowestInDigest(ctx, setting) })
    case 'flood': {
      const until = new Date(Date.parse(notice.since) + 3_600_000).toISOString()
      return buildDigest(
        ctx,
        { ...notice, count: Infinity, until, mailId: notice.since },
        { lte: setting.negativeReview },
      )
    }
    case 'week':
      return buildWeeklySummary(ctx, notice.monday)
    case 'reported':
    case 'objected':
      return buildReportedNotices(ctx, notice)
    case 'assigned':
      return buildAssignedNotice(ctx, notice)
    case 'frozen':
      return [buildFrozenNotice(ctx, notice)]
    case 'webhook':
      return [buildWebhookNotice(ctx, notice)]
  }
}

type Notice = Pick<JobEmail, 'name' | 'defaults' | 'preheader' | 'quotes' | 'buttons'>

function addressNotice(ctx: Ctx, notice: Notice, address: string): JobEmail {
  const name = `${notice.name}-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`
  const fields = { customer_name: '', product_title: '', order_name: '', shop_name: oneLine(ctx.shop.name, 80) }
  return {
    ...notice,
    name,
    item: buildMessageId(ctx, name),
    to: { name: '', address },
    locale: chooseLocale(ctx.shop),
    fields,
    why: sayTo(ctx)('notice.why'),
  }
}

const sayTo =
  ({ shop }: Ctx) =>
  (id: WordId, params: WordParams = {}): string =>
    word(chooseLocale(shop), id, { shop: oneLine(shop.name, 80), ...params })

const replyPlace = (ctx: Ctx, id: string): string =>
  ctx.platform.adminUrl(ctx.shop, `/reviews/reply/${encodeId('Review', id)}`)
const pendingPlace = (ctx: Ctx): string => ctx.platform.adminUrl(ctx.shop, '/reviews/list?statusFilter=pending')
const webhookPlace = (ctx: Ctx, id: string): string =>
  ctx.platform.adminUrl(ctx.shop, `/settings/integration/webhook?id=${encodeId('Webhook', id)}`)
const listPlace = (ctx: Ctx): string => ctx.platform.adminUrl(ctx.shop, '/reviews/list')

async function buildNegativeNotices(ctx: Ctx, ids: readonly string[]): Promise<Notice[]> {
  const say = sayTo(ctx)
  const rows = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, id: { in: [...ids] }, status: { in: LISTED_STATUSES } },
    select: columns,
    orderBy: { id: 'asc' },
  })
  return rows.map((review) => {
    const { rate, status } = review
    const product = productOf(ctx, review)
    return {
      name: `negative-${review.id}`,
      defaults: {
        subject: say('notice.negative.subject', { rate, product }),
        content: say('notice.negative.content', { author: authorOf(ctx, review), product, rate, status }),
      },
      preheader: say('notice.negative.preheader'),
      quotes: [quoteOf(ctx, review)],
      buttons: [{ label: say('notice.negative.button'), url: replyPlace(ctx, review.id) }],
    }
  })
}

/** Leaves out reviews that the merchant decided about since. */
async function buildReportedNotices(ctx: Ctx, { kind, ids, mailId }: Reported): Promise<Notice[]> {
  const say = sayTo(ctx)
  const rows = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, id: { in: [...ids] }, ...(kind === 'reported' && { openReports: { gt: 0 } }) },
    select: columns,
    orderBy: { id: 'asc' },
  })
  return rows.map((review) => {
    const product = productOf(ctx, review)
    return {
      name: `${kind}-${review.id}-${mailId}`,
      defaults: {
        subject: say(`notice.${kind}.subject`, { product }),
        content: say(`notice.${kind}.content`, { author: authorOf(ctx, review), product }),
      },
      preheader: say(`notice.${kind}.preheader`),
      quotes: [quoteOf(ctx, review)],
      buttons: [{ label: say(`notice.${kind}.button`), url: replyPlace(ctx, review.id) }],
    }
  })
}

/** Leaves out reviews that are no longer the person's. */
async function buildAssignedNotice(ctx: Ctx, { ids, assigneeId, by, due }: Assigned): Promise<Notice[]> {
  const where = { shopId: ctx.shop.id, id: { in: ids }, assigneeId, status: { in: LISTED_STATUSES } }
  const count = await ctx.db.review.count({ where })
  const rows = await ctx.db.review.findMany({ where, select: columns, orderBy: { id: 'asc' }, take: quoted })
  const [first] = rows
  if (!first) return []
  const say = sayTo(ctx)
  const page = count === 1 ? `reviews/reply/${encodeId('Review', first.id)}` : 'reviews/list?assigneeFilter=me'
  return [
    {
      name: `assigned-${assigneeId}-${due}-${createHash('sha256')
        .update(by + first.id)
        .digest('hex')
        .slice(0, 8)}`,
      defaults: {
        subject: say('notice.assigned.subject', { count }),
        content: [
          by
            ? say('notice.assigned.content', { name: oneLine(by, 80), count })
            : say('notice.assigned.shop', { count }),
          ...(count > rows.length ? [say('notice.new.more', { count: count - rows.length })] : []),
        ].join(' '),
      },
      preheader: say('notice.assigned.preheader'),
      quotes: rows.map((row) => quoteOf(ctx, row)),
      // People with a login of their own: the platform's admin doesn't know them.
      buttons: [{ label: say('notice.assigned.button', { count }), url: `${ctx.origin}/${page}` }],
    },
  ]
}

const lowestInDigest = ({ shop }: Ctx, setting: EmailSetting): number =>
  STARS.find((rate) => isForDigest(setting, rate, shop.email)) ?? 1

function buildFrozenNotice(ctx: Ctx, { plan, mailId }: Frozen): Notice {
  const say = sayTo(ctx)
  const name = plans[plan].displayName
  return {
    name: `frozen-${mailId}`,
    defaults: {
      subject: say('notice.frozen.subject', { plan: name }),
      content: say('notice.frozen.content', { plan: name }),
    },
    preheader: say('notice.frozen.preheader'),
    quotes: [],
    buttons: [{ label: say('notice.frozen.button'), url: ctx.platform.adminUrl(ctx.shop, '/subscription') }],
  }
}

function buildWebhookNotice(ctx: Ctx, { endpointId, url, reason, mailId }: WebhookStopped): Notice {
  const say = sayTo(ctx)
  return {
    name: `webhook-${mailId}`,
    defaults: { subject: say('notice.webhook.subject'), content: say('notice.webhook.content', { url, reason }) },
    preheader: say('notice.webhook.preheader'),
    quotes: [],
    buttons: [{ label: say('notice.webhook.button'), url: webhookPlace(ctx, endpointId) }],
  }
}

async function buildDigest(
  ctx: Ctx,
  { count: noted, since, until, mailId }: Omit<Digest, 'kind'>,
  rate: Prisma.IntFilter,
): Promise<Notice[]> {
  const say = sayTo(ctx)
  const where = {
    shopId: ctx.shop.id,
    createdAt: { gte: new Date(since), lte: new Date(until) },
    origin: { in: ['customer', 'guest'] },
    status: { in: LISTED_STATUSES },
    rate,
  } satisfies Prisma.ReviewWhereInput
  // An earlier notice may include reviews of the same instant: never count more than recorded.
  const count = Math.min(noted, await ctx.db.review.count({ where }))
  if (count === 0) return []
  const rows = await ctx.db.review.findMany({
    where,
    select: columns,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: Math.min(quoted, count),
  })
  const more = count - rows.length
  const content = [
    say('notice.new.content', { count }),
    ...(more > 0 ? [say('notice.new.more', { count: more })] : []),
  ].join(' ')
  return [
    {
      name: `new-reviews-${mailId}`,
      defaults: { subject: say('notice.new.subject', { count }), content },
      preheader: say('notice.new.preheader'),
      quotes: rows.map((row) => quoteOf(ctx, row)),
      buttons: [{ label: say('notice.new.button'), url: listPlace(ctx) }],
    },
  ]
}

/** Compares last week's figures with the week before. Returns nothing for a week without activity. */
async function buildWeeklySummary(ctx: Ctx, monday: string): Promise<Notice[]> {
  const [from, to] = [shiftDay(monday, -7), shiftDay(monday, -1)]
  const read = (name: ReportName) => buildReport(ctx, { name, from, to, compare: true })
  const [received, rating, requests] = await Promise.all([
    read('reviews-received'),
    read('average-rating'),
    read('requests'),
  ])
  const [[reviews], [average], [sent, opened, reviewed]] = [received.series, rating.series, requests.series]
  if (!reviews?.total && !sent?.total) return []
  const say = sayTo(ctx)
  const { shop } = ctx
  const between = { gte: startOfDay(from, shop.ianaTimezone), lt: startOfDay(monday, shop.ianaTimezone) }
  const [pending, rows] = await Promise.all([
    ctx.db.review.count({ where: { shopId: shop.id, status: 'pending' } }),
    ctx.db.review.findMany({
      where: {
        shopId: shop.id,
        createdAt: between,
        origin: { in: ['customer', 'guest'] },
        status: { in: LISTED_STATUSES },
      },
      select: columns,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: quotedInSummary,
    }),
  ])
  const lines = [
    say('notice.week.reviews', { count: reviews?.total ?? 0, before: reviews?.previousTotal ?? 0 }),
    ...(average?.total ? [say('notice.week.rating', { rating: Math.round(average.total * 10) / 10 })] : []),
    ...(sent?.total
      ? [say('notice.week.requests', { sent: sent.total, opened: opened?.total ?? 0, reviewed: reviewed?.total ?? 0 })]
      : []),
    ...(pending > 0 ? [say('notice.week.pending', { count: pending })] : []),
  ]
  return [
    {
      name: `week-${monday}`,
      defaults: { subject: say('notice.week.subject', { count: reviews?.total ?? 0 }), content: lines.join('\n\n') },
      preheader: say('notice.week.preheader'),
      quotes: rows.map((row) => quoteOf(ctx, row)),
      buttons: [
        {
          label: say(pending > 0 ? 'notice.week.decide' : 'notice.new.button'),
          url: pending > 0 ? pendingPlace(ctx) : listPlace(ctx),
        },
      ],
    },
  ]
}

const productOf = (ctx: Ctx, { product }: NoticedReview): string => oneLine(product?.title ?? ctx.shop.name, 120)

const authorOf = (ctx: Ctx, review: NoticedReview): string =>
  oneLine(formatCustomerName(review, 'full'), 80) || sayTo(ctx)('notice.anonymous')

function quoteOf(ctx: Ctx, review: NoticedReview): Quote {
  const { rate, title, content } = review
  return {
    head: `${authorOf(ctx, review)} · ${productOf(ctx, review)}`,
    rate,
    rateText: sayTo(ctx)('notice.rated', { rate }),
    title,
    text: content,
  }
}
