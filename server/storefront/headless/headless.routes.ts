import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteModule } from '../../core/http/parts.ts'
import { UserError } from '../../core/errors.ts'
import { buildFailure, findStatus } from '../../core/http/errors.ts'
import { readThroughUrlCache } from '../widgets/pages/page-cache.ts'
import { sendResponse, createShopperContext, requireShopperShop } from '../widgets/widgets.routes.ts'
import { withLocale } from '../widgets/widgets.ts'
import { readRatingsResponse, readReviewsResponse, readStructuredDataResponse } from './public-reviews.ts'
import { largestDocument, runDocument, type PublicDocument } from './run-document.graphql.ts'

const json = 'application/json; charset=utf-8'

interface ShopPath {
  Params: { shopDomain: string }
  Querystring: Record<string, unknown>
}

interface ProductPath extends ShopPath {
  Params: { shopDomain: string; handle: string }
}

interface Document extends ShopPath {
  Body: PublicDocument | undefined
}

/** Published reviews for headless storefronts (spec 6), open to every origin, without credentials. */
export const headlessRoutes: RouteModule = (app, parts) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  })
  const sendReviews = async (request: FastifyRequest<ShopPath>, reply: FastifyReply, handle: string | null) => {
    const shop = await requireShopperShop(parts, request.params.shopDomain)
    const answer = await readThroughUrlCache(shop, request.url, () =>
      readReviewsResponse(withLocale(parts.contextOf(shop, { kind: 'shopper' }), request.query['locale']), {
        handle,
        query: request.query,
      }),
    )
    return sendResponse({ request, reply }, answer, { type: json })
  }
  app.get<ProductPath>('/storefront/:shopDomain/products/:handle/reviews', async (request, reply) =>
    sendReviews(request, reply, request.params.handle),
  )
  app.get<ShopPath>('/storefront/:shopDomain/reviews', async (request, reply) => sendReviews(request, reply, null))
  app.get<ShopPath>('/storefront/:shopDomain/ratings', async (request, reply) => {
    const ctx = await createShopperContext(parts, request.params.shopDomain)
    return sendResponse({ request, reply }, await readRatingsResponse(ctx, request.query), { type: json })
  })
  app.get<ProductPath>('/storefront/:shopDomain/products/:handle/structured-data', async (request, reply) => {
    const ctx = withLocale(await createShopperContext(parts, request.params.shopDomain), request.query['locale'])
    const answer = await readStructuredDataResponse(ctx, {
      handle: request.params.handle,
      withOffer: request.query['offer'] === '1',
    })
    return sendResponse({ request, reply }, answer, { type: 'application/ld+json; charset=utf-8' })
  })

  for (const method of ['GET', 'POST'] as const) {
    app.route<Document>({
      method,
      url: '/storefront/:shopDomain/graphql',
      bodyLimit: largestDocument,
      errorHandler: (error, _request, reply) => {
        if (!(error instanceof UserError)) throw error
        const { message, code, params } = buildFailure(error)
        void reply
          .status(findStatus(error))
          .header('cache-control', 'no-store')
          .send({ errors: [{ message, extensions: { code, ...params } }] })
      },
      handler: async (request, reply) => {
        const ctx = withLocale(await createShopperContext(parts, request.params.shopDomain), request.query['locale'])
        const { status, answer } = await runDocument(ctx, method === 'GET' ? request.query : (request.body ?? {}))
        reply.status(status)
        return sendResponse(
          { request, reply },
          answer,
          method === 'GET' && status === 200 ? { type: json } : { type: json, cacheControl: 'no-store' },
        )
      },
    })
  }
}
