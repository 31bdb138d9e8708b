import type { RestRoute } from '../../core/rest/route.ts'
import { listRecommendedApps } from './partners.ts'

export const partnerRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/partners',
    run: (ctx) => Promise.resolve({ success: true, data: listRecommendedApps(ctx) }),
  },
]
