import { oneOf } from '../../core/query-words.ts'
import { RestDownload } from '../../core/rest/download.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { report, reportFile } from './reports.ts'

/** Reports over REST: as JSON, or with `format=csv` as a file. */
export const analyticsRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/analytics/:name',
    async run(ctx, { params, query }) {
      const given = Object.fromEntries(
        ['period', 'from', 'to', 'interval'].flatMap((name) => {
          const word = oneOf(query, name)
          return word ? [[name, word]] : []
        }),
      )
      const found = await report(ctx, {
        ...given,
        name: params.name,
        compare: ['true', '1'].includes(oneOf(query, 'compare') ?? ''),
      })
      if (oneOf(query, 'format') !== 'csv') return { success: true, data: found }
      const { name, content } = reportFile(ctx, found)
      return new RestDownload({ name, contentType: 'text/csv; charset=utf-8', body: content })
    },
  },
]
