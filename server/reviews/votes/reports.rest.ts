import { decodeRowId } from '../../core/global-ids.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { buildReviewAnswer, readReviewId, refusalFields, readVersion } from '../reviews/reviews.rest.ts'
import { decideReports, dismissReport, reviewReports } from './reports.ts'

export const reportRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews/:id/reports',
    run: async (ctx, request) => ({ success: true, data: await reviewReports(ctx, readReviewId(request)) }),
  },
  {
    method: 'POST',
    path: '/reviews/:id/reports/keep',
    body: {},
    run: async (ctx, request) => {
      await decideReports(ctx, { id: readReviewId(request) }, 'kept')
      return buildReviewAnswer(ctx, readReviewId(request), 'saved')
    },
  },
  {
    method: 'POST',
    path: '/reviews/:id/reports/hide',
    body: refusalFields,
    run: async (ctx, request) => {
      const { reason, note } = request.body as Record<string, unknown>
      const decision = { id: readReviewId(request), version: readVersion(request), reason, note }
      await decideReports(ctx, decision, 'hidden')
      return buildReviewAnswer(ctx, readReviewId(request), 'saved')
    },
  },
  {
    method: 'POST',
    path: '/reports/:reportId/dismiss',
    body: {},
    run: async (ctx, { params: { reportId = '' } }) =>
      buildReviewAnswer(ctx, await dismissReport(ctx, decodeRowId('ReviewReport', reportId)), 'saved'),
  },
]
