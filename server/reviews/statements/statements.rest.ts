import type { RestRoute } from '../../core/rest/route.ts'
import { buildReviewAnswer, readReviewId } from '../reviews/reviews.rest.ts'
import { decideObjection, requireStatement } from './statements.ts'

export const statementRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews/:id/statement',
    run: async (ctx, request) => ({ success: true, data: await requireStatement(ctx, readReviewId(request)) }),
  },
  {
    method: 'POST',
    path: '/reviews/:id/objection',
    body: { decision: true, answer: true },
    run: async (ctx, request) => {
      await decideObjection(ctx, readReviewId(request), request.body as object)
      return buildReviewAnswer(ctx, readReviewId(request), 'saved')
    },
  },
]
