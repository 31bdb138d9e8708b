import { mostCustomerRows } from '../../../rules/privacy.ts'
import { builder } from '../../core/graphql/builder.ts'
import { CustomerData } from '../../shop/privacy/customer-data.graphql.ts'
import { Review } from './reviews.graphql.ts'

builder.objectField(CustomerData, 'reviews', (t) =>
  t.prismaField({
    type: [Review],
    description: 'Reviews that the customer wrote.',
    complexity: mostCustomerRows,
    resolve: (query, { person }, _args, { ctx }) =>
      ctx.db.review.findMany({
        ...query,
        where: { shopId: ctx.shop.id, id: { in: person.reviewIds } },
        orderBy: { createdAt: 'desc' },
        take: mostCustomerRows,
      }),
  }),
)
