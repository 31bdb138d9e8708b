import type { Ctx } from '../../../core/context.ts'
import { readSetting, saveServerFields } from '../../settings/settings.ts'
import { hmacSha256, type ServiceRequest } from '../../../core/web/request.ts'
import type { DeliveryPayload, Integration, Secrets } from '../integration.ts'
import { aemStandIn } from './stand-in.ts'

const signatureHeader = 'x-emailmarketing-hmac-sha256'

interface Call {
  path: string
  data: object
  headers?: Record<string, string>
}

/** Returns a signed request of the service's API: the signature covers the body. */
export function buildAemRequest(
  { path, data, headers }: Call,
  { appId = '', secretKey = '' }: Secrets,
): ServiceRequest {
  return {
    method: 'POST',
    path,
    json: { data },
    headers: { 'x-emailmarketing-app-id': appId, ...headers },
    sign: hmacSha256({ header: signatureHeader, secret: secretKey }),
  }
}

/** Path for events. The service's public client has none: decision 0044. */
export const aemEvents = '/events'

async function submitted(tx: Ctx, { ids }: { ids: string[] }): Promise<DeliveryPayload[]> {
  const { sendReviews } = await readSetting(tx, 'aem')
  return sendReviews ? ids.map((reviewId) => ({ reviewId })) : []
}

/** The email marketing service: sends emails of the templates that select it, and receives new reviews. */
export const aem: Integration = {
  key: 'aem',
  name: 'AVADA Email Marketing',
  baseUrl: 'https://app.avada.io/app/api/v1',
  fields: ['appId', 'secretKey'],
  delivers: true,
  listens: { 'review.submitted': submitted },
  async buildRequest({ db, shop }, { id, payload }, secrets) {
    const review = await db.review.findFirst({
      where: { shopId: shop.id, id: payload.reviewId as string },
      select: {
        id: true,
        email: true,
        firstName: true,
        lastName: true,
        rate: true,
        title: true,
        content: true,
        createdAt: true,
        product: { select: { title: true, platformId: true } },
      },
    })
    if (!review?.email) return null
    const { email, firstName, lastName, product, ...facts } = review
    return buildAemRequest(
      {
        path: aemEvents,
        data: {
          id,
          event: 'review_submitted',
          customer: { email, firstName, lastName },
          review: { ...facts, productTitle: product?.title ?? null, productId: product?.platformId ?? null },
        },
      },
      secrets,
    )
  },
  test: {
    request: ({ shop }, secrets) =>
      buildAemRequest(
        {
          path: '/connects',
          data: { shopifyDomain: shop.shopifyDomain },
          headers: { 'x-emailmarketing-connection-test': 'true' },
        },
        secrets,
      ),
  },
  changed: (tx, isConnected, { appId = '' }) => saveServerFields(tx, 'aem', { integrated: isConnected, appId }),
  standIn: aemStandIn,
}
