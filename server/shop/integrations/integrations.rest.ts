import { z } from 'zod'
import type { RestRoute } from '../../core/rest/route.ts'
import { readIntegrationDetails, readIntegration } from './integrations.ts'

/** Routes of integrations; `GET /integrations/pushowl` of spec 7 is one of them. */
export const integrationRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/integrations/:key',
    summary: 'Read the state of an integration',
    answer: { data: z.looseObject({ integrated: z.boolean(), connectedAt: z.string().nullable() }) },
    async run(ctx, { params: { key = '' } }) {
      const { connectedAt } = await readIntegration(ctx, key)
      return {
        success: true,
        data: { integrated: connectedAt !== null, connectedAt, ...(await readIntegrationDetails(ctx, key)) },
      }
    },
  },
]
