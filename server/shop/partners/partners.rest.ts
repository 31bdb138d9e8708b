import { z } from 'zod'
import type { RestRoute } from '../../core/rest/route.ts'
import { listRecommendedApps } from './partners.ts'

export const partnerRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/partners',
    summary: 'List recommended apps',
    answer: {
      data: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          text: z.string(),
          url: z.string(),
          icon: z.string(),
          installed: z.boolean(),
          page: z.string().nullable(),
        }),
      ),
    },
    run: (ctx) => Promise.resolve({ success: true, data: listRecommendedApps(ctx) }),
  },
]
