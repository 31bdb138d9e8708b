import { sentence } from '../../rules/messages.ts'
import { plans } from '../../rules/plans.ts'
import { planOf } from '../context.ts'
import type { RestRoute } from '../rest/rest.ts'
import { dismissBanner, publicShop, updateShop } from './shops.ts'

/** What PUT /shops says after each kind of change (spec 4, 8). */
function savedMessage(type: string | undefined, body: unknown): string {
  const { appStatus } = body as { appStatus?: unknown }
  if (type === 'updateAppStatus') return sentence(appStatus ? 'enabled' : 'disabled')
  return sentence(type === 'updateIsRated' ? 'rated' : 'saved')
}

/** Rows of spec 7 about the shop and its subscription. */
export const shopRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/shops', run: async (ctx) => ({ success: true, data: publicShop(ctx) }) },
  {
    method: 'PUT',
    path: '/shops',
    async run(ctx, { body, query }) {
      const { type } = query
      const patch = type === 'updateIsRated' ? { isRated: true, ...(body as object) } : body
      await updateShop(ctx, patch)
      return { success: true, message: savedMessage(typeof type === 'string' ? type : undefined, body) }
    },
  },
  {
    method: 'POST',
    path: '/shop',
    async run(ctx, { body }) {
      const { banner } = body as { banner?: unknown }
      if (banner !== undefined) await dismissBanner(ctx, body)
      else await updateShop(ctx, body)
      return { success: true, data: publicShop(ctx) }
    },
  },
  {
    method: 'POST',
    path: '/shop/dismiss-banner',
    run: async (ctx, { body }) => ({ success: true, data: { dismissedBanners: (await dismissBanner(ctx, body)).map(({ id }) => id) } }),
  },
  {
    method: 'GET',
    path: '/subscription',
    run: async (ctx) => {
      const plan = plans[planOf(ctx)]
      return { success: true, data: { plan: plan.id, name: plan.displayName, interval: ctx.shop.planInterval, tier: plan.tier, monthlyUsd: plan.monthlyUsd, monthlyRequests: plan.monthlyRequests } }
    },
  },
]
