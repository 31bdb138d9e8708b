import { NotAllowed } from '../core/errors.ts'
import type { RouteModule } from '../core/http/parts.ts'
import { demoApiRoutes, demoWebhookRoutes } from './demo-api.routes.ts'
import { demoPageRoutes } from './demo-pages.routes.ts'
import { keepStoreShop } from './store/store-shop.ts'
import { standInRoutes } from './stand-ins.routes.ts'
import { themeStoreRoutes } from './theme/theme-store.routes.ts'

/** All routes under /demo; they exist only in demo mode. */
export const demoRoutes: RouteModule = async (app, parts) => {
  if (parts.deps.env.CANDOR_MODE !== 'demo') return
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  app.addHook('onRequest', async (request) => {
    // Blocks other sites from posting to the demo's forms.
    if (request.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site')
      throw new NotAllowed('linkInvalid')
  })
  keepStoreShop(app, parts)
  await demoApiRoutes(app, parts)
  await demoWebhookRoutes(app, parts)
  await demoPageRoutes(app, parts)
  await standInRoutes(app, parts)
  await themeStoreRoutes({ app, parts })
}
