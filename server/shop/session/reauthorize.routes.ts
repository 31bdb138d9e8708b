import { z } from 'zod'
import { InvalidInput, parse } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'

const asked = z.object({ shop: z.string('required').min(1, 'required') })

/**
 * Serves GET /api/auth, where a refused admin goes (spec 8.4). Redirects to the app in the platform's admin, which
 * opens the frame with a fresh ID token (decision 0021). Reads only the shop from the URL, and redirects only to a
 * shop's domain.
 */
export const reauthorizeRoutes: RouteModule = (app, { deps }) => {
  app.get('/api/auth', async (request, reply) => {
    const { shop: shopifyDomain } = parse(asked, request.query)
    if (!deps.platform.isShopDomain(shopifyDomain)) throw new InvalidInput({ shop: 'valueInvalid' })
    return reply.header('cache-control', 'no-store').redirect(deps.platform.adminUrl({ shopifyDomain }, '/'))
  })
}
