import { readParam } from '../../core/query-params.ts'
import { RestDownload } from '../../core/rest/download.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { buildReport, reportFile } from './reports.ts'

/** Serves reports over REST: as JSON, or with `format=csv` as a file. */
export const analyticsRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/analytics/:name',
    async run(ctx, { params, query }) {
      const given = Object.fromEntries(
        ['period', 'from', 'to', 'interval'].flatMap((name) => {
          const word = readParam(query, name)
          return word ? [[name, word]] : []
        }),
      )
      const found = await buildReport(ctx, {
        ...given,
        name: params.name,
        compare: ['true', '1'].includes(readParam(query, 'compare') ?? ''),
      })
      if (readParam(query, 'format') !== 'csv') return { success: true, data: found }
      const { name, content } = reportFile(ctx, found)
      return new RestDownload({ name, contentType: 'text/csv; charset=utf-8', body: content })
    },
  },
]
