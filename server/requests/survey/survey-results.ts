import { startOfDay, shiftDay } from '../../../rules/dates.ts'
import { groupOfScore, SURVEY_SCORES, type SurveyGroup } from '../../../rules/survey.ts'
import type { Ctx } from '../../core/context.ts'
import { formatCsv } from '../../core/csv.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { guard } from '../../core/formula-guard.ts'
import type { SurveyAnswer } from '../../generated/prisma/client.ts'
import { buildAnalytics } from '../../shop/analytics/analytics.ts'

/** Questions of a range: a merchant who asks another one keeps the results of the first. */
const mostQuestions = 5
/** Answers in a CSV file, the newest first. */
const mostFileAnswers = 10_000

export interface SurveyResults {
  /** Days of the shop, inclusive. */
  from: string
  to: string
  answers: number
  /** -100 to 100; null without answers. */
  nps: number | null
  previousNps: number | null
  promoters: number
  passives: number
  detractors: number
  questions: SurveyQuestionResult[]
}

export interface SurveyQuestionResult {
  question: string
  answers: number
  choices: { choice: string; count: number }[]
}

/** Returns the results of a range, as analytics define ranges. @throws InvalidInput as `buildAnalytics` */
export async function readSurveyResults(ctx: Ctx, input: object): Promise<SurveyResults> {
  const { from, to, figures, breakdowns } = await buildAnalytics(ctx, 'survey', input)
  const nps = figures.find(({ key }) => key === 'nps')
  const rows = breakdowns.find(({ key }) => key === 'score')?.rows ?? []
  const inGroup = (group: SurveyGroup) =>
    rows.reduce((sum, { key, totals }) => sum + (groupOfScore(Number(key)) === group ? (totals[0] ?? 0) : 0), 0)
  return {
    from,
    to,
    answers: figures.find(({ key }) => key === 'surveyAnswers')?.total ?? 0,
    nps: nps?.total ?? null,
    previousNps: nps?.previousTotal ?? null,
    promoters: inGroup('promoter'),
    passives: inGroup('passive'),
    detractors: inGroup('detractor'),
    questions: await countChoices(ctx, { from, to }),
  }
}

interface Days {
  from: string
  to: string
}

const between = ({ shop }: Ctx, { from, to }: Days) => ({
  gte: startOfDay(from, shop.ianaTimezone),
  lt: startOfDay(shiftDay(to, 1), shop.ianaTimezone),
})

async function countChoices(ctx: Ctx, days: Days): Promise<SurveyQuestionResult[]> {
  const { gte, lt } = between(ctx, days)
  const rows = await ctx.db.$queryRaw<{ question: string; choice: string; count: number }[]>`
    select question, choice, count(*)::int as count from "SurveyAnswer"
    where "shopId" = ${ctx.shop.id}::uuid and "answeredAt" >= ${gte} and "answeredAt" < ${lt} and choice <> ''
    group by question, choice order by max(max("answeredAt")) over (partition by question) desc, count desc, choice`
  const byQuestion = Map.groupBy(rows, ({ question }) => question)
  return [...byQuestion].slice(0, mostQuestions).map(([question, choices]) => ({
    question,
    answers: choices.reduce((sum, { count }) => sum + count, 0),
    choices: choices.map(({ choice, count }) => ({ choice, count })),
  }))
}

/** An answer with its order, as far as the platform has reported it. */
export interface ListedAnswer extends SurveyAnswer {
  orderName: string
  email: string
}

export interface SurveyAnswerFilter {
  days?: Days | undefined
  group?: SurveyGroup | null | undefined
  /** Only answers with a comment. */
  hasComment?: boolean | null | undefined
}

const newest: Order<SurveyAnswer> = {
  name: 'survey-newest',
  columns: [
    { field: 'answeredAt', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ],
}

const whereOf = (ctx: Ctx, { days, group, hasComment }: SurveyAnswerFilter) => ({
  shopId: ctx.shop.id,
  answeredAt: days ? between(ctx, days) : { not: null },
  ...(group && { score: { in: SURVEY_SCORES.filter((score) => groupOfScore(score) === group) } }),
  ...(hasComment && { comment: { not: '' } }),
})

/** Returns a page of answers, the newest first. */
export async function listSurveyAnswers(
  ctx: Ctx,
  { args, filter }: { args: PageArgs; filter: SurveyAnswerFilter },
): Promise<Page<ListedAnswer>> {
  const where = whereOf(ctx, filter)
  const page = await keysetPage(args, {
    order: newest,
    cursors: makeCursors(ctx),
    find: ({ where: after, orderBy, take }) =>
      ctx.db.surveyAnswer.findMany({ where: { ...where, AND: after.AND }, orderBy: orderBy, take }),
  })
  const listed = await withOrders(
    ctx,
    page.edges.map(({ node }) => node),
  )
  return { ...page, edges: page.edges.map((edge, at) => ({ ...edge, node: listed[at] as ListedAnswer })) }
}

async function withOrders({ db, shop }: Ctx, rows: readonly SurveyAnswer[]): Promise<ListedAnswer[]> {
  const orders = await db.order.findMany({
    where: { shopId: shop.id, platformId: { in: rows.map(({ platformOrderId }) => platformOrderId) } },
    select: { platformId: true, name: true, email: true },
  })
  const byId = new Map(orders.map((order) => [order.platformId, order]))
  return rows.map((row) => {
    const order = byId.get(row.platformOrderId)
    return { ...row, orderName: order?.name ?? '', email: order?.email ?? '' }
  })
}

/** Returns the answers of a range as a CSV file, the newest 10,000. */
export async function surveyFile(ctx: Ctx, days: Days): Promise<string> {
  const rows = await ctx.db.surveyAnswer.findMany({
    where: whereOf(ctx, { days }),
    orderBy: [{ answeredAt: 'desc' }, { id: 'desc' }],
    take: mostFileAnswers,
  })
  const head = ['answered_at', 'score', 'group', 'question', 'choice', 'comment', 'channel', 'order', 'email']
  const lines = (await withOrders(ctx, rows)).map((row) => [
    row.answeredAt?.toISOString() ?? '',
    String(row.score ?? ''),
    groupOfScore(row.score ?? 0),
    ...[row.question, row.choice, row.comment, row.channel, row.orderName, row.email].map(guard),
  ])
  return formatCsv([head, ...lines])
}
