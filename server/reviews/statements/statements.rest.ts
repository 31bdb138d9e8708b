import { z } from 'zod'
import type { RestRoute } from '../../core/rest/route.ts'
import { reviewShape } from '../reviews/review-shapes.rest.ts'
import { buildReviewAnswer, readReviewId } from '../reviews/reviews.rest.ts'
import { decideObjection, requireStatement } from './statements.ts'

export const statementRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews/:id/statement',
    summary: 'Read why a review is not shown',
    answer: { data: z.looseObject({}).nullable() },
    run: async (ctx, request) => ({ success: true, data: await requireStatement(ctx, readReviewId(request)) }),
  },
  {
    method: 'POST',
    path: '/reviews/:id/objection',
    summary: 'Answer the objection of an author',
    answer: { data: reviewShape },
    body: z.object({ decision: z.enum(['kept', 'restored']), answer: z.string().optional() }),
    run: async (ctx, request) => {
      await decideObjection(ctx, readReviewId(request), request.body as object)
      return buildReviewAnswer(ctx, readReviewId(request), 'saved')
    },
  },
]
