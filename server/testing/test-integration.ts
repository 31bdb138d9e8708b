import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Integration } from '../shop/integrations/integration.ts'
import { hmacSha256 } from '../core/web/request.ts'

/** The only secret that the stand-in accepts. */
export const testSecret = 'a-secret-of-the-test-service'
const header = 'x-test-signature'

const eventSchema = z.strictObject({
  id: z.uuid(),
  event: z.literal('review.published'),
  review: z.strictObject({ id: z.uuid(), rate: z.int().min(1).max(5), content: z.string() }),
})

/** Hook that runs before the service answers an event. */
export const service = { onEvent: async (_content: string): Promise<void> => undefined }

/** An integration that exists only in tests. It proves the frame from the event to the service and the log. */
export const testIntegration: Integration = {
  key: 'test-service',
  name: 'Test service',
  baseUrl: 'https://test-service.example',
  fields: ['secret'],
  listens: { 'review.published': (_tx, { ids }) => ids.map((reviewId) => ({ reviewId })) },
  async buildRequest({ db, shop }, { id, event, payload }, { secret = '' }) {
    const review = await db.review.findFirst({
      where: { shopId: shop.id, id: payload.reviewId as string },
      select: { id: true, rate: true, content: true },
    })
    return (
      review && { method: 'POST', path: '/events', json: { id, event, review }, sign: hmacSha256({ header, secret }) }
    )
  },
  test: {
    request: (_ctx, { secret = '' }) => ({
      method: 'POST',
      path: '/ping',
      json: {},
      sign: hmacSha256({ header, secret }),
    }),
  },
  async standIn({ path, headers, body }) {
    if (headers[header] !== createHmac('sha256', testSecret).update(body).digest('base64'))
      return { status: 401, problem: 'signature' }
    if (path === '/ping') return { status: 200 }
    const parsed = eventSchema.safeParse(JSON.parse(body))
    if (!parsed.success) return { status: 422, problem: z.prettifyError(parsed.error) }
    await service.onEvent(parsed.data.review.content)
    // The content of a review selects the service's behaviour.
    if (parsed.data.review.content === 'busy') return { status: 429, headers: { 'retry-after': '0' } }
    return { status: parsed.data.review.content === 'down' ? 503 : 202, body: { accepted: true } }
  },
}
