import { formatMessage } from '../../../rules/messages.ts'
import { z } from 'zod'
import type { RestRoute } from '../../core/rest/route.ts'
import { emptyBody } from '../../core/rest/shapes.ts'
import { buildFeedAddresses, renewFeeds } from './feeds.ts'

const feedsShape = z.object({ google: z.string(), meta: z.string() })

export const feedRestRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/feeds',
    summary: 'Read the addresses of review feeds',
    answer: { data: feedsShape },
    run: (ctx) => Promise.resolve({ success: true, data: buildFeedAddresses(ctx) }),
  },
  {
    method: 'POST',
    path: '/feeds/renew',
    summary: 'Create new addresses of review feeds',
    description: 'The former addresses stop working.',
    answer: { data: feedsShape },
    body: emptyBody,
    run: async (ctx) => ({ success: true, data: await renewFeeds(ctx), message: formatMessage('saved') }),
  },
]
