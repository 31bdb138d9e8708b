import { builder } from '../../core/graphql/builder.ts'
import { CustomerData } from '../privacy/customer-data.graphql.ts'
import { readMailPreferences } from './preferences.ts'
import { Suppression } from './suppression-list.graphql.ts'

builder.objectFields(CustomerData, (t) => ({
  suppressions: t.field({
    type: [Suppression],
    description: 'Why the address gets no review requests. Empty: it may get them.',
    complexity: 5,
    resolve: ({ person }, _args, { ctx }) =>
      ctx.db.suppression.findMany({ where: { shopId: ctx.shop.id, email: { in: person.emails } } }),
  }),
  emailsPausedUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'The customer chose to get no emails until then.',
    resolve: async ({ email }, _args, { ctx }) =>
      (await readMailPreferences(ctx, [email])).get(email)?.pausedUntil ?? null,
  }),
  emailsEveryDays: t.int({
    nullable: true,
    description: 'The customer chose to get at most one email in this many days.',
    resolve: async ({ email }, _args, { ctx }) =>
      (await readMailPreferences(ctx, [email])).get(email)?.everyDays ?? null,
  }),
}))
