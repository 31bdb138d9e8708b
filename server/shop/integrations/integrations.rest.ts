import type { RestRoute } from '../../core/rest/route.ts'
import { readIntegrationDetails, readIntegration } from './integrations.ts'

/** Routes of integrations; `GET /integrations/pushowl` of spec 7 is one of them. */
export const integrationRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/integrations/:key',
    async run(ctx, { params: { key = '' } }) {
      const { connectedAt } = await readIntegration(ctx, key)
      return {
        success: true,
        data: { integrated: connectedAt !== null, connectedAt, ...(await readIntegrationDetails(ctx, key)) },
      }
    },
  },
]
