import type { RouteModule } from '../../core/http/parts.ts'
import { withLocale } from '../widgets/widgets.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import { renderPolicyPage } from './policy-page.ts'

/** The page "How reviews are checked", which the platform forwards to the shop's own domain. */
export const policyRoutes: RouteModule = (app, parts) => {
  app.get<{ Params: { shopDomain: string }; Querystring: { locale?: unknown } }>(
    '/storefront/:shopDomain/review-policy',
    async (request, reply) => {
      const ctx = await createShopperContext(parts, request.params.shopDomain)
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'public, max-age=60')
        .send(await renderPolicyPage(withLocale(ctx, request.query.locale)))
    },
  )
}
