import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../../rules/dates.ts'
import { readMailTiming } from '../../../rules/email-delays.ts'
import { oldOrderWindowDays } from '../../../rules/limits.ts'
import { findOrderSkip } from '../../../rules/order-skip.ts'
import { computeSendTime } from '../../../rules/request-due-time.ts'
import type { Ctx } from '../../core/context.ts'
import { word, type WordId } from '../../core/words/words.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { readMailPreferences } from '../../shop/customers/preferences.ts'
import { normalizeMailAddress } from '../../core/mail-address.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { cancelDelayedMails, delayMails } from '../delayed-mails/delayed-mails.ts'
import { oneLine } from '../mail/mail.ts'
import { buildOrderUnsubscribeUrl } from '../requests/mail-links.ts'
import { createMailJob, type JobEmail, type JobMailData } from '../sending/job-mail.ts'
import { buildScores } from './survey-scores.ts'
import { buildSurveyUrl } from './survey.ts'

const keyOf = (orderId: string): string => `survey ${orderId}`

/**
 * Listener: plans the survey's email when the order is fulfilled or delivered. An order gets one, unless it has answered;
 * a cancelled or refunded order gets none.
 */
export async function planSurveyMail(ctx: Ctx, { order }: { order: Order }): Promise<void> {
  const { enabled, emailAfter } = await readSetting(ctx, 'survey')
  const templates = await readSetting(ctx, 'emailTemplates')
  if (!enabled || !templates.survey.enabled || order.name === '') return
  if (findOrderSkip(order)) return cancelDelayedMails(ctx, [keyOf(order.id)])
  const start = emailAfter === 'delivery' ? order.deliveredAt : order.fulfilledAt
  if (!start || order.createdAt.getTime() < ctx.now().getTime() - oldOrderWindowDays * dayMs) return
  const invited = await ctx.db.$queryRaw<object[]>`
    insert into "SurveyAnswer" ("shopId", id, "platformOrderId", "invitedAt")
    values (${ctx.shop.id}::uuid, ${uuidv7()}::uuid, ${order.platformId}, ${ctx.now()})
    on conflict ("shopId", "platformOrderId") do update set "invitedAt" = excluded."invitedAt"
      where "SurveyAnswer"."invitedAt" is null and "SurveyAnswer"."answeredAt" is null
    returning id`
  if (invited.length === 0) return
  const day = { rules: await readSetting(ctx, 'requestRules'), timeZone: ctx.shop.ianaTimezone }
  const dueAt = computeSendTime(start, readMailTiming(templates).survey, day)
  await delayMails(ctx, [{ key: keyOf(order.id), job: 'mails.surveys', data: { ids: [order.id] }, dueAt }])
}

/** Job: emails the survey. Leaves out orders that have answered or ended, and customers who want no emails now. */
export const mailSurveys = createMailJob<JobMailData & { ids: string[] }>({
  job: 'mails.surveys',
  template: 'survey',
  buildEmails: async (ctx, { ids }) => {
    const orders = await ordersToAsk(ctx, ids)
    const { survey: template } = await readBrandedSetting(ctx, 'emailTemplates')
    return orders.map((order) => emailOf(ctx, order, template))
  },
  // The survey lists answers, not emails; a refused address is suppressed by the sending itself.
  handleUndelivered: async () => {},
})

async function ordersToAsk(ctx: Ctx, ids: readonly string[]): Promise<Order[]> {
  if (!(await readSetting(ctx, 'survey')).enabled || !ctx.shop.appStatus) return []
  const shopId = ctx.shop.id
  const orders = await ctx.db.order.findMany({ where: { shopId, id: { in: [...ids] } }, orderBy: { id: 'asc' } })
  const answered = await ctx.db.surveyAnswer.findMany({
    where: { shopId, platformOrderId: { in: orders.map(({ platformId }) => platformId) }, answeredAt: { not: null } },
    select: { platformOrderId: true },
  })
  const done = new Set(answered.map(({ platformOrderId }) => platformOrderId))
  const preferences = await readMailPreferences(
    ctx,
    orders.map(({ email }) => email),
  )
  const rules = await readSetting(ctx, 'requestRules')
  const consenting = rules.requireMarketingConsent ? await findConsenting(ctx, orders) : null
  return orders.filter((order) => {
    const pausedUntil = preferences.get(normalizeMailAddress(order.email))?.pausedUntil
    return (
      !done.has(order.platformId) &&
      !findOrderSkip(order) &&
      !(pausedUntil && pausedUntil > ctx.now()) &&
      (!consenting || consenting.has(order.customerId)) &&
      !rules.excludedCountries.includes(order.country?.toUpperCase() ?? '')
    )
  })
}

async function findConsenting({ db, shop }: Ctx, orders: readonly Order[]): Promise<Set<string | null>> {
  const rows = await db.customer.findMany({
    where: {
      shopId: shop.id,
      id: { in: orders.flatMap(({ customerId }) => customerId ?? []) },
      acceptsMarketing: true,
    },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

interface Button {
  buttonText: string
  buttonColour: string
  buttonTextColour: string
}

function emailOf(ctx: Ctx, order: Order, { buttonText, buttonColour, buttonTextColour }: Button): JobEmail {
  const locale = order.locale ?? ctx.shop.primaryLocale
  const [line] = order.lineItems as { title?: string }[]
  const firstName = order.customerName.split(' ')[0] ?? ''
  const fields = {
    customer_name: oneLine(firstName, 80),
    product_title: oneLine(line?.title ?? ctx.shop.name, 120),
    order_name: oneLine(order.name, 40),
    shop_name: oneLine(ctx.shop.name, 80),
  }
  const named = {
    shop: fields.shop_name,
    order: fields.order_name,
    customer: fields.customer_name,
    hasName: fields.customer_name ? 'yes' : 'no',
  }
  const say = (id: WordId) => word(locale, id, named)
  const url = buildSurveyUrl(ctx, { order: order.platformId, channel: 'email' })
  return {
    item: order.id,
    name: `survey-${order.id}`,
    to: { name: oneLine(order.customerName, 80), address: order.email.trim() },
    locale,
    fields,
    defaults: { subject: say('surveyMail.subject'), content: say('surveyMail.content') },
    preheader: say('surveyMail.preheader'),
    quotes: [],
    scores: buildScores(url, locale, fields.shop_name),
    buttons: [
      { label: buttonText || say('surveyMail.button'), url, colour: buttonColour, textColour: buttonTextColour },
    ],
    why: say('surveyMail.why'),
    unsubscribe: { label: say('surveyMail.unsubscribe'), url: buildOrderUnsubscribeUrl(ctx, order.id) },
  }
}
