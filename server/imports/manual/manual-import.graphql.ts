import { defaultPageSize } from '../../../rules/limits.ts'
import { builder } from '../../core/graphql/builder.ts'
import { encodeId } from '../../core/global-ids.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { listProductsForImport, type ImportProduct } from './manual-import.ts'

type Listed = Awaited<ReturnType<typeof listProductsForImport>>

const Item = builder.objectRef<ImportProduct>('ManualImportProduct').implement({
  description: 'A product in the manual import’s list.',
  fields: (t) => ({
    productId: t.id({ resolve: ({ id }) => encodeId('Product', id) }),
    title: t.exposeString('title'),
    image: t.exposeString('image', { nullable: true }),
    reviewCount: t.exposeInt('allStarCount', { description: 'Reviews that are not in the trash.' }),
    lastImportedAt: t.expose('lastImportedAt', { type: 'DateTime', nullable: true }),
  }),
})

const List = builder.objectRef<Listed>('ManualImportList').implement({
  fields: (t) => ({
    products: t.field({ type: [Item], resolve: ({ data }) => data }),
    totalCount: t.int({ resolve: ({ pagination }) => pagination.total }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      resolve: ({ pagination: { hasPre, hasNext, previousCursor, nextCursor } }) => ({
        hasPreviousPage: hasPre,
        hasNextPage: hasNext,
        startCursor: previousCursor,
        endCursor: nextCursor,
      }),
    }),
  }),
})

const Sort = builder.enumType('ManualImportSort', {
  values: {
    LAST_IMPORTED_DESC: { value: 'lastImportedAt_desc' },
    LAST_IMPORTED_ASC: { value: 'lastImportedAt_asc' },
  } as const,
})

builder.objectFields(Shop, (t) => ({
  manualImport: t.field({
    type: List,
    description: 'Products with the time of their last import; those without one count as oldest (GET /manual-import).',
    complexity: ({ first, search }) => pageComplexity({ first, search }),
    args: {
      first: t.arg.int({ defaultValue: defaultPageSize, description: 'Rows per page, also before a cursor.' }),
      after: t.arg.string(),
      before: t.arg.string(),
      search: t.arg.string(),
      sort: t.arg({ type: Sort, defaultValue: 'lastImportedAt_desc' }),
      hasReviews: t.arg.boolean(),
    },
    resolve: (_shop, { first, after, before, search, sort, hasReviews }, { ctx }) =>
      listProductsForImport(ctx, {
        ...(first != null && { limitPerPage: first }),
        ...(sort && { sort }),
        ...(after != null && { after }),
        ...(before != null && { before }),
        ...(search && { searchText: search }),
        ...(hasReviews != null && { hasReview: String(hasReviews) }),
      }),
  }),
}))
