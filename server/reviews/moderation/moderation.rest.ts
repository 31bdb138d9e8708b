import type { RestRoute } from '../../core/rest/route.ts'
import { buildReviewAnswer, readReviewId } from '../reviews/reviews.rest.ts'
import { dismissSuspicion, requireSuspicion } from './suspicions.ts'

export const moderationRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews/:id/suspicion',
    run: async (ctx, request) => ({ success: true, data: await requireSuspicion(ctx, readReviewId(request)) }),
  },
  {
    method: 'POST',
    path: '/reviews/:id/suspicion/dismiss',
    body: {},
    run: async (ctx, request) => {
      await dismissSuspicion(ctx, readReviewId(request))
      return buildReviewAnswer(ctx, readReviewId(request), 'saved')
    },
  },
]
