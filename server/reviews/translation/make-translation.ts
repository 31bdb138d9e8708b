import type { Integration } from '../../shop/integrations/integration.ts'
import { buildTranslation, queueOnEvent } from './translation.ts'
import type { Translator } from './translator.ts'

/** Makes an integration of a translator: new and edited reviews become deliveries, one for each batch and language. */
export const makeTranslation = (
  translator: Translator,
  more: Pick<Integration, 'test' | 'standIn'> & Partial<Pick<Integration, 'optional' | 'statuses'>>,
): Integration => ({
  key: translator.key,
  name: translator.name,
  baseUrl: translator.baseUrl,
  fields: translator.fields,
  feature: 'translatedContent',
  isInOrder: true, // the month's limit counts what was translated before
  listens: {
    'review.published': (tx, { ids }) => queueOnEvent(tx, translator.key, ids),
    'review.edited': (tx, { ids }) => queueOnEvent(tx, translator.key, ids),
    'review.revised': (tx, { ids }) => queueOnEvent(tx, translator.key, ids),
  },
  buildRequest: (ctx, { payload }, secrets) => buildTranslation(ctx, translator, { payload, secrets }),
  ...more,
})
