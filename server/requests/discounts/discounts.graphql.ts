import { searchText } from '../../../rules/filters.ts'
import {
  DISCOUNT_APPLIES_TO,
  DISCOUNT_STATES,
  REWARD_KINDS,
  type RewardKind,
} from '../../../rules/settings/discount.ts'
import { parse } from '../../core/errors.ts'
import type { Discount } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import {
  countDiscounts,
  discountTotals,
  isForProducts,
  listDiscounts,
  shownState,
  type DiscountFilter,
  type DiscountTotals,
} from './discounts.ts'

const State = enumOf('DiscountState', DISCOUNT_STATES, 'Where a discount code stands.')

const AppliesTo = enumOf('DiscountAppliesTo', DISCOUNT_APPLIES_TO)

export const DiscountRef = builder.objectRef<Discount>('Discount')
builder.node(DiscountRef, {
  description: 'A discount code that a review earned.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { ctx }) => ctx.db.discount.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } }),
  fields: (t) => ({
    code: t.exposeString('code'),
    email: t.exposeString('email', { description: 'The reviewer’s address; empty if they gave none.' }),
    kind: t.field({
      type: enumOf('RewardKind', REWARD_KINDS),
      description: 'What earned it: any review, one with enough text, or one with enough photos.',
      resolve: ({ kind }) => kind as RewardKind,
    }),
    type: t.exposeString('type', { description: 'percentage, amount or shipping.' }),
    value: t.exposeInt('value', { description: 'Percent, or whole units of the currency.' }),
    currency: t.exposeString('currency'),
    appliesTo: t.field({
      type: AppliesTo,
      description: 'The whole order, or the products that were selected when the review earned it.',
      resolve: (row) => (isForProducts(row) ? 'products' : 'order'),
    }),
    state: t.field({ type: State, resolve: (row, _args, { ctx }) => shownState(row, ctx.now()) }),
    isExpired: t.boolean({
      description: 'The same as the state EXPIRED.',
      resolve: (row, _args, { ctx }) => shownState(row, ctx.now()) === 'expired',
    }),
    startsAt: t.expose('startsAt', { type: 'DateTime', nullable: true }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null: the code has not started, or never expires.',
    }),
    usedAt: t.expose('usedAt', { type: 'DateTime', nullable: true }),
    usedOrderName: t.exposeString('usedOrderName', { description: 'The order that used it.' }),
    revenueCents: t.exposeInt('revenueCents', { description: 'Total of that order.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the code could not be created or emailed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const Totals = builder.objectRef<DiscountTotals>('DiscountTotals').implement({
  description: 'Totals of all discount codes.',
  fields: (t) => ({
    issued: t.exposeInt('issued'),
    redeemed: t.exposeInt('redeemed'),
    revenueCents: t.exposeFloat('revenueCents', { description: 'Totals of the orders that used a code.' }),
  }),
})

builder.objectFields(Shop, (t) => ({
  discounts: t.connection(
    {
      type: DiscountRef,
      description: 'Discount codes that reviews earned, the newest first.',
      complexity: pageComplexity,
      args: {
        search: t.arg.string({ description: 'Part of the code or email address.' }),
        state: t.arg({ type: State }),
      },
      resolve: async (_shop, args, { ctx }) => {
        const filter: DiscountFilter = { search: parse(searchText, args.search ?? ''), state: args.state }
        return { ...(await listDiscounts(ctx, { args, filter })), filter } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          description: 'Counted up to 10,000, null beyond.',
          resolve: (connection, _args, { ctx }) =>
            countDiscounts(ctx, (connection as unknown as { filter: DiscountFilter }).filter),
        }),
      }),
    },
  ),
  discountTotals: t.field({ type: Totals, complexity: 10, resolve: (_shop, _args, { ctx }) => discountTotals(ctx) }),
}))
