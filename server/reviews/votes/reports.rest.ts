import { rowId } from '../../core/global-ids.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { answer, idOf, seen, versionOf } from '../reviews/reviews.rest.ts'
import { isUuid } from '../../core/uuid.ts'
import { decideReports, dismissReport, reviewReports } from './reports.ts'

/** Reports of shoppers over REST. */
export const reportRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews/:id/reports',
    run: async (ctx, request) => ({ success: true, data: await reviewReports(ctx, idOf(request)) }),
  },
  {
    method: 'POST',
    path: '/reviews/:id/reports/keep',
    body: {},
    run: async (ctx, request) => {
      await decideReports(ctx, { id: idOf(request) }, 'kept')
      return answer(ctx, idOf(request), 'saved')
    },
  },
  {
    method: 'POST',
    path: '/reviews/:id/reports/hide',
    body: seen,
    run: async (ctx, request) => {
      await decideReports(ctx, { id: idOf(request), version: versionOf(request) }, 'hidden')
      return answer(ctx, idOf(request), 'saved')
    },
  },
  {
    method: 'POST',
    path: '/reports/:reportId/dismiss',
    body: {},
    run: async (ctx, { params: { reportId = '' } }) =>
      answer(ctx, await dismissReport(ctx, isUuid(reportId) ? reportId : rowId('ReviewReport', reportId)), 'saved'),
  },
]
