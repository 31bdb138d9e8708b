import { z } from 'zod'
import { decodeRowId } from '../../core/global-ids.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { emptyBody, time, timeOrNull } from '../../core/rest/shapes.ts'
import { refusalBody, reviewShape, versionQuery } from '../reviews/review-shapes.rest.ts'
import { buildReviewAnswer, readReviewId, readVersion } from '../reviews/reviews.rest.ts'
import { decideReports, dismissReport, reviewReports } from './reports.ts'

export const reportRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews/:id/reports',
    summary: 'List what shoppers reported',
    answer: {
      data: z.array(
        z.object({
          id: z.string(),
          reason: z.string(),
          text: z.string(),
          email: z.string(),
          createdAt: time,
          decision: z.string().nullable(),
          decidedAt: timeOrNull,
        }),
      ),
    },
    run: async (ctx, request) => ({ success: true, data: await reviewReports(ctx, readReviewId(request)) }),
  },
  {
    method: 'POST',
    path: '/reviews/:id/reports/keep',
    summary: 'Keep a reported review',
    answer: { data: reviewShape },
    body: emptyBody,
    run: async (ctx, request) => {
      await decideReports(ctx, { id: readReviewId(request) }, 'kept')
      return buildReviewAnswer(ctx, readReviewId(request), 'saved')
    },
  },
  {
    method: 'POST',
    path: '/reviews/:id/reports/hide',
    summary: 'Hide a reported review',
    query: versionQuery,
    answer: { data: reviewShape },
    body: refusalBody,
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
    summary: 'Dismiss one report',
    answer: { data: reviewShape },
    body: emptyBody,
    run: async (ctx, { params: { reportId = '' } }) =>
      buildReviewAnswer(ctx, await dismissReport(ctx, decodeRowId('ReviewReport', reportId)), 'saved'),
  },
]
