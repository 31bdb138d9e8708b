import { ATTENTION_KINDS } from '../../../rules/attention.ts'
import { QUICK_START_GAPS, QUICK_START_ITEMS, type QuickStartStep } from '../../../rules/quick-start.ts'
import { encodeId } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { listAttention, type Attention } from './attention.ts'
import { readQuickStart } from './quick-start.ts'

const AttentionRef = builder.objectRef<Attention>('Attention').implement({
  description: 'Something that needs the merchant.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: `One of ${ATTENTION_KINDS.join(', ')}.` }),
    count: t.exposeInt('count', {
      description: 'Reviews or emails, at most 100 (pending: all); sent requests for `quota`; else 1.',
    }),
    limit: t.exposeInt('limit', { nullable: true, description: 'The plan’s monthly requests, for `quota`.' }),
    rate: t.exposeInt('rate', { nullable: true, description: 'Stars up to which a review is negative.' }),
    importId: t.id({
      nullable: true,
      description: 'The import to finish.',
      resolve: ({ importId }) => importId && encodeId('ImportRun', importId),
    }),
    name: t.exposeString('name', { description: 'The import’s file, or the unverified address.' }),
  }),
})

const QuickStartStepRef = builder.objectRef<QuickStartStep>('QuickStartStep').implement({
  fields: (t) => ({
    item: t.exposeString('item', { description: `One of ${QUICK_START_ITEMS.join(', ')}.` }),
    path: t.exposeString('path', { description: 'Path of the item’s page, below the mode’s prefix.' }),
    done: t.boolean({ resolve: ({ gap }) => gap === null }),
    gap: t.exposeString('gap', {
      nullable: true,
      description: `What is missing: ${QUICK_START_GAPS.join(', ')}. Null: the item is done.`,
    }),
  }),
})

builder.objectFields(Shop, (t) => ({
  attention: t.field({
    type: [AttentionRef],
    description: 'What needs the merchant now, the most urgent first.',
    resolve: (_shop, _args, { ctx }) => listAttention(ctx),
  }),
  quickStart: t.field({
    type: [QuickStartStepRef],
    complexity: 10,
    description: 'The checklist of spec 2, checked in the live theme, the settings and the rows.',
    resolve: (_shop, _args, { ctx }) => readQuickStart(ctx),
  }),
}))
