import { mostCustomerRows } from '../../../rules/privacy.ts'
import { builder } from '../../core/graphql/builder.ts'
import { CustomerData } from '../../shop/privacy/customer-data.graphql.ts'
import { buildDiscountsFilter } from '../requests/personal-data.ts'
import { DiscountRef } from './discounts.graphql.ts'

builder.objectField(CustomerData, 'discounts', (t) =>
  t.field({
    type: [DiscountRef],
    description: 'Discount codes that the customer’s reviews earned.',
    complexity: mostCustomerRows,
    resolve: ({ person }, _args, { ctx }) =>
      ctx.db.discount.findMany({
        where: buildDiscountsFilter(ctx, person),
        orderBy: { createdAt: 'desc' },
        take: mostCustomerRows,
      }),
  }),
)
