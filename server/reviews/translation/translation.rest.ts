import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, nameShape, emptyBody, textOrNull } from '../../core/rest/shapes.ts'
import { readTranslationState, translateReviews } from './translation.ts'

const translationShape = nameShape(
  'TranslationState',
  z.looseObject({
    service: textOrNull.describe('Key of the connected service.'),
    used: count.describe('Characters of this month.'),
    limit: count,
    waiting: count.describe('Requests that wait, counted up to 200.'),
  }),
)

export const translationRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/translations',
    summary: 'Read the state of translations',
    answer: { data: translationShape },
    run: async (ctx) => ({ success: true, data: await readTranslationState(ctx) }),
  },
  {
    method: 'POST',
    path: '/translations',
    summary: 'Translate published reviews',
    answer: { data: translationShape },
    feature: 'translatedContent',
    body: emptyBody,
    run: async (ctx) => ({ success: true, data: await translateReviews(ctx), message: formatMessage('saved') }),
  },
]
