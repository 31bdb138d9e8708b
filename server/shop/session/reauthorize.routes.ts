import { z } from 'zod'
import { InvalidInput, parse } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'

const asked = z.object({ shop: z.string('required').min(1, 'required') })

/**
 * GET /api/auth, where a refused admin goes (spec 8.4): on to the app in the platform's own admin, which grants what is missing and opens
 * the frame with a fresh ID token (decision 0021). Only the shop is read of the address, and only a shop's domain is led to.
 */
export const reauthorizeRoutes: RouteModule = (app, { deps }) => {
  app.get('/api/auth', async (request, reply) => {
    const { shop: shopifyDomain } = parse(asked, request.query)
    if (!deps.platform.isShopDomain(shopifyDomain)) throw new InvalidInput({ shop: 'valueInvalid' })
    return reply.header('cache-control', 'no-store').redirect(deps.platform.adminUrl({ shopifyDomain }, '/'))
  })
}
