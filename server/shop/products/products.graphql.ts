import { queryFromInfo } from '@pothos/plugin-prisma'
import { searchText } from '../../../rules/filters.ts'
import { parse } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { summarise, type RatingSummary } from '../../../rules/rating-summary.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { countProducts, listProducts } from './products.ts'

export const Summary = builder.objectRef<RatingSummary>('RatingSummary').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    average: t.exposeFloat('average'),
    histogram: t.exposeIntList('histogram', { description: 'Reviews of one to five stars, in this order.' }),
  }),
})

export const Product = builder.prismaNode('Product', {
  nullable: true,
  id: { resolve: (product) => product.id },
  select: { shopId: true, id: true },
  findUnique: (id, { ctx }) => ({ shopId_id: { shopId: ctx.shop.id, id } }),
  fields: (t) => ({
    title: t.exposeString('title'),
    handle: t.exposeString('handle'),
    image: t.exposeString('image', { nullable: true }),
    vendor: t.exposeString('vendor'),
    status: t.exposeString('status'),
    lastImportedAt: t.expose('lastImportedAt', { type: 'DateTime', nullable: true }),
    ratingSummary: t.field({
      type: Summary,
      description: 'Summary of the published reviews.',
      select: { counts: { where: { status: 'published' }, select: { rate: true, count: true } } },
      resolve: ({ counts }) => summarise(counts),
    }),
  }),
})

builder.objectField(Shop, 'products', (t) =>
  t.connection(
    {
      type: Product,
      complexity: pageComplexity,
      args: { search: t.arg.string() },
      resolve: async (_shop, args, context, info) => {
        const search = parse(searchText, args.search ?? '')
        const { select } = queryFromInfo({ context, info, typeName: 'Product', path: ['edges', 'node'] }) as {
          select: object
        }
        const page = await listProducts(context.ctx, { args, search, select })
        return { ...page, search } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          resolve: (connection, _args, { ctx }) =>
            countProducts(ctx, (connection as unknown as { search?: string | null }).search),
        }),
      }),
    },
  ),
)
