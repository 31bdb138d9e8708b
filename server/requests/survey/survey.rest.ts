import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { readParam, type Query } from '../../core/query-params.ts'
import { RestDownload } from '../../core/rest/download.ts'
import { buildPagination, readPageArgs } from '../../core/page-params.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, flagParam, pageQuery, text, textOrNull, timeOrNull } from '../../core/rest/shapes.ts'
import { listSurveyAnswers, readSurveyResults, surveyFile } from './survey-results.ts'

const rangeOf = (query: Query): Record<string, string> =>
  Object.fromEntries(
    ['period', 'from', 'to'].flatMap((name) => {
      const word = readParam(query, name)
      return word ? [[name, word]] : []
    }),
  )

const rangeQuery = z.object({
  period: text.optional(),
  from: text.describe('A day of the shop: YYYY-MM-DD.').optional(),
  to: text.describe('A day of the shop, included.').optional(),
})
const surveyShape = z.object({
  from: text,
  to: text,
  answers: count,
  nps: z.number().nullable().describe('-100 to 100; null without answers.'),
  previousNps: z.number().nullable(),
  promoters: count,
  passives: count,
  detractors: count,
  questions: z.array(z.object({ question: text, answers: count, choices: z.array(z.object({ choice: text, count })) })),
})
const surveyAnswerShape = z.looseObject({
  id: text,
  answeredAt: timeOrNull,
  channel: text,
  score: z.int().nullable(),
  question: text,
  choice: text,
  comment: text,
  orderName: text,
  email: textOrNull,
})

/** Serves results of the customer survey: figures, with `format=csv` the answers as a file, and pages of answers. */
export const surveyRestRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/survey/results',
    summary: 'Read results of the survey',
    description: '`format=csv` answers the newest 10,000 answers as a file.',
    query: rangeQuery.extend({ format: z.enum(['json', 'csv']).optional() }),
    answer: { file: 'text/csv', data: surveyShape },
    async run(ctx, { query }) {
      const results = await readSurveyResults(ctx, rangeOf(query))
      if (readParam(query, 'format') !== 'csv') return { success: true, data: results }
      const { from, to } = results
      return new RestDownload({
        name: `survey_${from}_${to}.csv`,
        contentType: 'text/csv; charset=utf-8',
        body: await surveyFile(ctx, { from, to }),
      })
    },
  },
  {
    method: 'GET',
    path: '/survey/answers',
    summary: 'List answers of the survey',
    query: pageQuery.extend({ hasComment: flagParam.optional() }),
    answer: { page: surveyAnswerShape },
    run: (ctx, { query }) => listAnswers(ctx, query),
  },
]

async function listAnswers(ctx: Ctx, query: Query): Promise<object> {
  const { edges, pageInfo } = await listSurveyAnswers(ctx, {
    args: readPageArgs(query).args,
    filter: { hasComment: ['true', '1'].includes(readParam(query, 'hasComment') ?? '') },
  })
  return {
    success: true,
    data: edges.map(({ node: { shopId: _shop, invitedAt: _invited, ...answer } }) => answer),
    pagination: buildPagination(pageInfo),
  }
}
