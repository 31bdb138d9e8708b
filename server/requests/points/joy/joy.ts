import type { ServiceRequest } from '../../../core/web/request.ts'
import type { Integration, Secrets } from '../../../shop/integrations/integration.ts'
import { queueServiceRequests } from '../../../shop/integrations/queue-deliveries.ts'
import { saveServerFields } from '../../../shop/settings/settings.ts'
import { offerPhotoPoints, offerPoints, readDuePoints, releasePoints, retryPoints, settlePoints } from '../points.ts'
import { joyStandIn } from './stand-in.ts'

/**
 * Joy's calls. `verified`: described by Joy's public documentation. Joy has not published the call that gives points.
 * Only the builder below knows its guessed path and body (decision 0124).
 */
const calls = {
  customers: { method: 'GET', path: '/customers?limit=1', verified: true },
  givePoints: { method: 'POST', path: '/customers/points', verified: false },
} as const

function buildJoyRequest(
  { method, path }: (typeof calls)[keyof typeof calls],
  { appKey = '', secretKey = '' }: Secrets,
  json?: object,
): ServiceRequest {
  return {
    method,
    path,
    ...(json && { json }),
    headers: { 'x-joy-loyalty-app-key': appKey, 'x-joy-loyalty-secret-key': secretKey },
  }
}

/** Joy's answers say in their envelope whether a call succeeded, whatever the status. */
const isSuccess = (text: string): boolean => /"success"\s*:\s*true\b/.test(text)

/** Joy, the loyalty app: gives points for published reviews. */
export const joy: Integration = {
  key: 'joy',
  name: 'Joy',
  baseUrl: 'https://dev-api.joy.so/rest_api/v2',
  fields: ['appKey', 'secretKey'],
  listens: {
    'review.submitted': offerPoints,
    'review.changed': offerPhotoPoints,
    'review.published': (tx, { ids }) => releasePoints(tx, { reviewId: { in: ids } }),
  },
  async buildRequest(ctx, { payload }, secrets) {
    const due = await readDuePoints(ctx, payload.awardId as string)
    if (!due) return null
    const { id, email, points, reviewId } = due
    const json = { email, points, reason: 'review', reference: reviewId, idempotencyKey: id }
    return {
      ...buildJoyRequest(calls.givePoints, secrets, json),
      receive: async ({ text }) => (isSuccess(text) ? null : 'integrationRefused'),
    }
  },
  settled: (tx, { payload }, problem) => settlePoints(tx, payload.awardId as string, problem),
  explain: (answer) => /"message"\s*:\s*"([^"\\]{1,300})"/.exec(answer)?.[1] ?? null,
  test: {
    request: (_ctx, secrets) => buildJoyRequest(calls.customers, secrets),
    accepts: ({ text }) => isSuccess(text),
  },
  async changed(tx, isConnected) {
    await saveServerFields(tx, 'joy', { integrated: isConnected })
    if (isConnected)
      await queueServiceRequests(tx, { integration: joy, event: 'points.due', payloads: await retryPoints(tx) })
  },
  standIn: joyStandIn,
}
