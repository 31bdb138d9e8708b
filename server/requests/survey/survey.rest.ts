import { defaultPageSize } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { readPageSize, readParam, type Query } from '../../core/query-params.ts'
import { RestDownload } from '../../core/rest/download.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { listSurveyAnswers, readSurveyResults, surveyFile } from './survey-results.ts'

const rangeOf = (query: Query): Record<string, string> =>
  Object.fromEntries(
    ['period', 'from', 'to'].flatMap((name) => {
      const word = readParam(query, name)
      return word ? [[name, word]] : []
    }),
  )

/** Serves results of the customer survey: figures, with `format=csv` the answers as a file, and pages of answers. */
export const surveyRestRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/survey/results',
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
  { method: 'GET', path: '/survey/answers', run: (ctx, { query }) => listAnswers(ctx, query) },
]

async function listAnswers(ctx: Ctx, query: Query): Promise<object> {
  const size = readPageSize(query, 'limitPerPage', defaultPageSize)
  const [after, before] = [readParam(query, 'after') ?? readParam(query, 'cursor'), readParam(query, 'before')]
  const { edges, pageInfo } = await listSurveyAnswers(ctx, {
    args: before ? { last: size, before } : { first: size, after },
    filter: { hasComment: ['true', '1'].includes(readParam(query, 'hasComment') ?? '') },
  })
  return {
    success: true,
    data: edges.map(({ node: { shopId: _shop, invitedAt: _invited, ...answer } }) => answer),
    pagination: {
      previousCursor: pageInfo.hasPreviousPage ? pageInfo.startCursor : null,
      nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
      hasPre: pageInfo.hasPreviousPage,
      hasNext: pageInfo.hasNextPage,
    },
  }
}
