import type { RouteModule } from '../../core/http/parts.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import { withLocale } from '../widgets/widgets.ts'
import { renderPolicyPage } from './policy-page.ts'

interface PolicyRequest {
  Params: { shopDomain: string }
  Querystring: Record<string, unknown>
}

/** The page "How reviews are checked", which the platform forwards to the shop's own domain. */
export const policyRoutes: RouteModule = (app, parts) => {
  app.get<PolicyRequest>('/storefront/:shopDomain/review-policy', async (request, reply) => {
    const ctx = withLocale(await createShopperContext(parts, request.params.shopDomain), request.query['locale'])
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(await renderPolicyPage(ctx))
  })
}
