import { queryFromInfo } from '@pothos/plugin-prisma'
import { searchText } from '../../../rules/filters.ts'
import { parse } from '../../core/errors.ts'
import { uniqueKey } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { countCustomers, customersByEmail, listCustomers } from './list-customers.ts'

const Customer = builder.prismaNode('Customer', {
  nullable: true,
  id: { resolve: (customer) => customer.id },
  select: { shopId: true, id: true },
  findUnique: (id, { ctx }) => uniqueKey(ctx, id),
  fields: (t) => ({
    displayName: t.exposeString('displayName'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    locale: t.exposeString('locale', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.objectField(Shop, 'customers', (t) =>
  t.connection(
    {
      type: Customer,
      complexity: pageComplexity,
      args: { search: t.arg.string() },
      resolve: async (_shop, args, context, info) => {
        const search = parse(searchText, args.search ?? '')
        const { select } = queryFromInfo({ context, info, typeName: 'Customer', path: ['edges', 'node'] }) as {
          select: object
        }
        const page = await listCustomers(context.ctx, { args, search, select })
        return { ...page, search } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          resolve: (connection, _args, { ctx }) =>
            countCustomers(ctx, (connection as unknown as { search?: string | null }).search),
        }),
      }),
    },
  ),
)

builder.objectField(Shop, 'customersByEmail', (t) =>
  t.prismaField({
    type: [Customer],
    description: 'Customers with these addresses, at most 100. Unknown addresses are left out.',
    args: { emails: t.arg.stringList() },
    resolve: (query, _shop, { emails }, { ctx }) => customersByEmail(ctx, emails ?? [], query),
  }),
)
