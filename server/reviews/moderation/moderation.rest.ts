import { z } from 'zod'
import type { RestRoute } from '../../core/rest/route.ts'
import { emptyBody } from '../../core/rest/shapes.ts'
import { reviewShape } from '../reviews/review-shapes.rest.ts'
import { buildReviewAnswer, readReviewId } from '../reviews/reviews.rest.ts'
import { dismissSuspicion, requireSuspicion } from './suspicions.ts'

export const moderationRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews/:id/suspicion',
    summary: 'Read why a review needs a look',
    answer: { data: z.looseObject({}).nullable() },
    run: async (ctx, request) => ({ success: true, data: await requireSuspicion(ctx, readReviewId(request)) }),
  },
  {
    method: 'POST',
    path: '/reviews/:id/suspicion/dismiss',
    summary: 'Accept a review as fine',
    answer: { data: reviewShape },
    body: emptyBody,
    run: async (ctx, request) => {
      await dismissSuspicion(ctx, readReviewId(request))
      return buildReviewAnswer(ctx, readReviewId(request), 'saved')
    },
  },
]
