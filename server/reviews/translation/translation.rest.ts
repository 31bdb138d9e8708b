import { formatMessage } from '../../../rules/messages.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { readTranslationState, translateReviews } from './translation.ts'

export const translationRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/translations',
    run: async (ctx) => ({ success: true, data: await readTranslationState(ctx) }),
  },
  {
    method: 'POST',
    path: '/translations',
    body: {},
    run: async (ctx) => ({ success: true, data: await translateReviews(ctx), message: formatMessage('saved') }),
  },
]
