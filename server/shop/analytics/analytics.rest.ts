import { z } from 'zod'
import { InvalidInput } from '../../core/errors.ts'
import { readParam } from '../../core/query-params.ts'
import { RestDownload } from '../../core/rest/download.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { ANALYTICS_PAGES } from '../../../rules/analytics.ts'
import { analyticsFile } from './analytics-file.ts'
import { buildAnalytics, listFigures } from './analytics.ts'
import { buildReport, reportFile } from './reports.ts'

/** Serves pages of analytics and reports over REST: as JSON, or with `format=csv` as a file. */
export const analyticsRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/analytics/:name',
    summary: 'Read a page of analytics or a report',
    description:
      '`name` is `overall`, `rating`, `email`, `rewards`, `survey` or the name of a report. `format=csv` answers a file.',
    query: z.object({
      period: z.string().optional(),
      from: z.string().describe('A day of the shop: YYYY-MM-DD.').optional(),
      to: z.string().describe('A day of the shop, included.').optional(),
      interval: z.string().describe('`hour`, `day`, `week` or `month`.').optional(),
      format: z.enum(['json', 'csv']).optional(),
      table: z.string().describe('With `format=csv`: one of the page’s tables.').optional(),
      compare: z.enum(['true', 'false', '1', '0']).describe('Reports only: adds the period before.').optional(),
    }),
    answer: { file: 'text/csv', data: z.looseObject({}) },
    async run(ctx, { params, query }) {
      const given = Object.fromEntries(
        ['period', 'from', 'to', 'interval'].flatMap((name) => {
          const word = readParam(query, name)
          return word === undefined ? [] : [[name, word]]
        }),
      )
      const format = readParam(query, 'format') ?? 'json'
      if (format !== 'json' && format !== 'csv') throw new InvalidInput({ format: 'valueInvalid' })
      const isFile = format === 'csv'
      const page = ANALYTICS_PAGES.find((each) => each === params.name)
      if (page) {
        const found = await buildAnalytics(ctx, page, given)
        return isFile
          ? csvFile(analyticsFile(ctx, found, { table: readParam(query, 'table') }))
          : { success: true, data: listFigures(ctx, found) }
      }
      const found = await buildReport(ctx, {
        ...given,
        name: params.name,
        compare: ['true', '1'].includes(readParam(query, 'compare') ?? ''),
      })
      return isFile ? csvFile(reportFile(ctx, found)) : { success: true, data: found }
    },
  },
]

const csvFile = ({ name, content }: { name: string; content: string }): RestDownload =>
  new RestDownload({ name, contentType: 'text/csv; charset=utf-8', body: content })
