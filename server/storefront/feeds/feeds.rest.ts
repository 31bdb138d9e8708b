import { formatMessage } from '../../../rules/messages.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { buildFeedAddresses, renewFeeds } from './feeds.ts'

export const feedRestRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/feeds', run: (ctx) => Promise.resolve({ success: true, data: buildFeedAddresses(ctx) }) },
  {
    method: 'POST',
    path: '/feeds/renew',
    body: {},
    run: async (ctx) => ({ success: true, data: await renewFeeds(ctx), message: formatMessage('saved') }),
  },
]
