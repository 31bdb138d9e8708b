import { editRequestInput } from '../../../rules/review-input.ts'
import type { Ctx } from '../../core/context.ts'
import { joinFields } from '../../core/rest/body-fields.ts'
import type { RestRequest, RestRoute } from '../../core/rest/route.ts'
import { buildReviewAnswer, readEditFields, readReviewId, readVersion } from '../reviews/reviews.rest.ts'
import { reviewShape, versionBody, versionQuery } from '../reviews/review-shapes.rest.ts'
import { requestEdit, withdrawEditRequest } from './request.ts'

async function askForEdit(ctx: Ctx, request: RestRequest): Promise<object> {
  const id = readReviewId(request)
  await requestEdit(ctx, { id, version: readVersion(request), ...readEditFields(request) })
  return buildReviewAnswer(ctx, id, 'sendSuccessfully')
}

async function withdraw(ctx: Ctx, request: RestRequest): Promise<object> {
  const id = readReviewId(request)
  await withdrawEditRequest(ctx, { id, version: readVersion(request) })
  return buildReviewAnswer(ctx, id, 'updateStatusSuccessfully')
}

export const editRequestRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/reviews/:id/request-edit',
    summary: 'Ask the customer to approve an edit',
    query: versionQuery,
    answer: { data: reviewShape },
    feature: 'confirmEdit',
    body: joinFields(editRequestInput, versionBody),
    run: askForEdit,
  },
  {
    method: 'DELETE',
    path: '/reviews/:id/request-edit',
    summary: 'Withdraw an edit request',
    query: versionQuery,
    answer: { data: reviewShape },
    body: versionBody,
    run: withdraw,
  },
]
