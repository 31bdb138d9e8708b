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
