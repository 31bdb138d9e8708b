import { allows } from '../../../rules/plans.ts'
import { readPlan } from '../../core/context.ts'
import { builder } from '../../core/graphql/builder.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { listPeople } from '../../shop/session/people.ts'
import { PersonRef } from '../../shop/session/people.graphql.ts'
import { suggestReplies, type ReplySuggestion } from './suggest-replies.ts'

const Suggestion = builder.objectRef<ReplySuggestion>('ReplySuggestion').implement({
  description: 'An earlier reply of the shop to a similar review.',
  fields: (t) => ({
    content: t.exposeString('content', {
      description: 'The text. Merge fields replace the earlier customer’s first name and the product.',
    }),
    rate: t.exposeInt('rate', { description: 'Stars of the earlier review.' }),
    product: t.exposeString('product', { description: 'Its product; empty for a review of the shop.' }),
    repliedAt: t.expose('repliedAt', { type: 'DateTime' }),
  }),
})

builder.prismaObjectFields('Review', (t) => ({
  openObjection: t.exposeBoolean('openObjection', {
    description: 'The author objects to a refusal, and the merchant has not decided.',
  }),
  assignee: t.field({
    type: PersonRef,
    nullable: true,
    description: 'The person of the shop who takes care of it.',
    select: { assigneeId: true },
    resolve: async ({ assigneeId }, _args, context, info) => {
      if (!assigneeId) return null
      const loader = getBatchLoader(context, info, async (ids: readonly { id: string }[]) => {
        const { people } = await listPeople(context.ctx)
        return ids.map(({ id }) => people.find((person) => person.id === id) ?? null)
      })
      return loader.load({ id: assigneeId })
    },
  }),
  replySuggestions: t.field({
    type: [Suggestion],
    description: 'Up to three earlier replies of the shop to similar reviews (pro; else none).',
    complexity: 50,
    resolve: ({ id }, _args, { ctx }) => (allows(readPlan(ctx), 'replies') ? suggestReplies(ctx, id) : []),
  }),
}))
