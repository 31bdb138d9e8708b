import type { Ctx } from '../../../core/context.ts'
import { buildPushContent } from '../push-content.ts'
import { endPush } from '../send-pushes.ts'
import { readSetting, saveServerFields } from '../../../shop/settings/settings.ts'
import { bearer, type ServiceRequest } from '../../../core/web/request.ts'
import type { Integration } from '../../../shop/integrations/integration.ts'
import { pushOwlStandIn } from './stand-in.ts'

/** PushOwl names an account by the first label of the shop's domain. Its sending API is not public (decision 0044). */
const buildAccountPath = ({ shop }: Ctx): string => `/api/v1/accounts/${shop.shopifyDomain.split('.')[0] ?? ''}`

/** Sends notifications through PushOwl to customers who subscribed there. */
export const pushOwl: Integration = {
  key: 'pushowl',
  name: 'PushOwl',
  baseUrl: 'https://api.pushowl.com',
  fields: ['authToken'],
  feature: 'pushNotifications',
  delivers: true,
  async buildRequest(ctx, { id, payload }, { authToken = '' }): Promise<ServiceRequest | null> {
    const item = await ctx.db.queueItem.findUnique({
      where: { shopId_id: { shopId: ctx.shop.id, id: payload.itemId as string } },
    })
    if (!item) return null
    const customer = item.customerId
      ? await ctx.db.customer.findUnique({
          where: { shopId_id: { shopId: ctx.shop.id, id: item.customerId } },
          select: { platformId: true },
        })
      : null
    const json = {
      idempotency_key: id,
      recipient: { customer_id: customer?.platformId ?? null, email: item.customerEmail },
      notification: await buildPushContent(ctx, item),
    }
    return { method: 'POST', path: `${buildAccountPath(ctx)}/notifications/`, json, sign: bearer(authToken) }
  },
  settled: (tx, { payload }, problem) => endPush(tx, payload.itemId as string, problem),
  test: {
    request: (ctx, { authToken = '' }) => ({
      method: 'GET',
      path: `${buildAccountPath(ctx)}/`,
      sign: bearer(authToken),
    }),
  },
  changed: (tx, isConnected) =>
    saveServerFields(tx, 'pushOwl', { integrated: isConnected, state: isConnected ? 'connected' : 'disconnected' }),
  details: async (ctx) => {
    const { state, reviewReminderStatus, photoReminderStatus } = await readSetting(ctx, 'pushOwl')
    return { state, reviewReminderStatus, photoReminderStatus }
  },
  standIn: pushOwlStandIn,
}
