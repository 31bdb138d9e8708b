import { NotAllowed, PlanRequired } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { readTranslationState, translateReviews, type TranslationState } from './translation.ts'

const State = builder.objectRef<TranslationState>('TranslationState').implement({
  description: 'How far the translation of the shop’s reviews is.',
  fields: (t) => ({
    service: t.exposeString('service', {
      nullable: true,
      description: 'Key of the integration that translates, such as `deepl`; null if none is connected.',
    }),
    used: t.exposeInt('used', { description: 'Characters translated in this calendar month (UTC).' }),
    limit: t.exposeInt('limit', { description: 'Characters that may be translated in a month.' }),
    waiting: t.exposeInt('waiting', { description: 'Requests that wait to be sent, counted up to 200.' }),
  }),
})

builder.objectField(Shop, 'translationState', (t) =>
  t.field({
    type: State,
    description: 'How far the translation of the shop’s reviews is.',
    resolve: (_shop, _args, { ctx }) => readTranslationState(ctx),
  }),
)

const TranslateInput = builder.inputType('TranslateReviewsInput', {
  fields: (t) => ({
    confirm: t.boolean({ required: true, description: 'Whether to translate; false changes nothing.' }),
  }),
})

builder.mutationField('translateReviews', (t) =>
  t.field({
    type: State,
    description: 'Translates published reviews without a translation, newest first, in the background.',
    errors: { types: [NotAllowed, PlanRequired] },
    args: { input: t.arg({ type: TranslateInput, required: true }) },
    resolve: (_root, { input: { confirm } }, { ctx }) => (confirm ? translateReviews(ctx) : readTranslationState(ctx)),
  }),
)
