import { queryFromInfo } from '@pothos/plugin-prisma'
import { PRODUCT_SORTS, productFilter, type ProductFilter } from '../../../rules/filters.ts'
import { parse } from '../../core/errors.ts'
import { uniqueKey } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { summarise, type RatingSummary } from '../../../rules/rating-summary.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { countProducts, findProduct, listProducts } from './products.ts'

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
  findUnique: (id, { ctx }) => uniqueKey(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title'),
    handle: t.exposeString('handle'),
    image: t.exposeString('image', { nullable: true }),
    vendor: t.exposeString('vendor'),
    status: t.exposeString('status'),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the catalog or a review last changed anything shown of it.',
    }),
    lastImportedAt: t.expose('lastImportedAt', { type: 'DateTime', nullable: true }),
    ratingSummary: t.field({
      type: Summary,
      description: 'Summary of the published reviews.',
      select: { counts: { where: { status: 'published' }, select: { rate: true, count: true } } },
      resolve: ({ counts }) => summarise(counts),
    }),
  }),
})

const ProductSortEnum = builder.enumType('ProductSort', {
  description: 'Order of a list of products.',
  values: PRODUCT_SORTS,
})

builder.objectField(Shop, 'product', (t) =>
  t.prismaField({
    type: Product,
    nullable: true,
    description: 'One product, by `id` or by `handle`; null if the shop has none. Give one of them.',
    args: {
      id: t.arg.id({ description: 'Global id, UUID, the platform’s number, or gid://shopify/Product/1.' }),
      handle: t.arg.string({
        description: 'Handle in the product’s address in the store. Capitals make no difference.',
      }),
    },
    resolve: (query, _shop, { id, handle }, { ctx }) => findProduct(ctx, { id, handle }, query),
  }),
)

builder.objectField(Shop, 'products', (t) =>
  t.connection(
    {
      type: Product,
      complexity: pageComplexity,
      args: {
        search: t.arg.string({ description: 'Part of the title.' }),
        updatedAfter: t.arg({
          type: 'DateTime',
          description: 'Changed after this moment, in the catalog or by a review.',
        }),
        updatedBefore: t.arg({ type: 'DateTime', description: 'Changed before this moment.' }),
        sort: t.arg({ type: ProductSortEnum, defaultValue: 'TITLE', description: 'Order of the list.' }),
      },
      resolve: async (_shop, args, context, info) => {
        const { search, updatedAfter, updatedBefore } = args
        const filter = parse(productFilter, omitNulls({ search, updatedAfter, updatedBefore }))
        const { select } = queryFromInfo({ context, info, typeName: 'Product', path: ['edges', 'node'] }) as {
          select: object
        }
        const page = await listProducts(context.ctx, { args, filter, sort: args.sort ?? 'TITLE', select })
        return { ...page, filter } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          resolve: (connection, _args, { ctx }) =>
            countProducts(ctx, (connection as unknown as { filter: ProductFilter }).filter),
        }),
      }),
    },
  ),
)
