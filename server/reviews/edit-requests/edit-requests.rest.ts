import { editRequestInput } from '../../../rules/review-input.ts'
import type { Ctx } from '../../core/context.ts'
import { fieldsOf } from '../../core/rest/body-fields.ts'
import type { RestRequest, RestRoute } from '../../core/rest/route.ts'
import { answer, editOf, idOf, seen, versionOf } from '../reviews/reviews.rest.ts'
import { requestEdit, withdrawEditRequest } from './request.ts'

async function askForEdit(ctx: Ctx, request: RestRequest): Promise<object> {
  const id = idOf(request)
  await requestEdit(ctx, { id, version: versionOf(request), ...editOf(request) })
  return answer(ctx, id, 'sendSuccessfully')
}

async function withdraw(ctx: Ctx, request: RestRequest): Promise<object> {
  const id = idOf(request)
  await withdrawEditRequest(ctx, { id, version: versionOf(request) })
  return answer(ctx, id, 'updateStatusSuccessfully')
}

/** Asking a customer to agree to an edit, over REST. */
export const editRequestRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/reviews/:id/request-edit',
    body: { ...fieldsOf(editRequestInput), ...seen },
    run: askForEdit,
  },
  { method: 'DELETE', path: '/reviews/:id/request-edit', body: seen, run: withdraw },
]
