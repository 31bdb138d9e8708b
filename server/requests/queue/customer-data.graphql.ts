import { mostCustomerRows } from '../../../rules/privacy.ts'
import { builder } from '../../core/graphql/builder.ts'
import { CustomerData } from '../../shop/privacy/customer-data.graphql.ts'
import { buildRequestsFilter } from '../requests/personal-data.ts'
import { QueueItem } from './queue.graphql.ts'

builder.objectField(CustomerData, 'requests', (t) =>
  t.prismaField({
    type: [QueueItem],
    description: 'Review requests and reminders to the customer.',
    complexity: mostCustomerRows,
    resolve: (query, { person }, _args, { ctx }) =>
      ctx.db.queueItem.findMany({
        ...query,
        where: buildRequestsFilter(ctx, person),
        orderBy: { createdAt: 'desc' },
        take: mostCustomerRows,
      }),
  }),
)
