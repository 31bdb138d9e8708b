import { z } from 'zod'
import { productPickerLimit } from '../../../rules/limits.ts'
import { wholeNumber } from '../../../rules/validation.ts'
import { isUuid } from '../../core/uuid.ts'
import { parse } from '../../core/errors.ts'
import type { Ctx } from '../../core/context.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { nameShape, text, textOrNull } from '../../core/rest/shapes.ts'
import { productsWithSummary, type ProductSummary } from './products.ts'
import { searchPlatformProducts } from './search.ts'

const limit = z
  .string()
  .regex(/^\d{1,4}$/, 'mustBeDigits')
  .transform(Number)
  .pipe(wholeNumber(1, 250))
  .default(productPickerLimit)
const yes = z.enum(['true', 'false', '1', '0'], 'valueInvalid').transform((value) => value === 'true' || value === '1')

const productSearch = z.object({
  search: z.string().max(200, 'valueInvalid').default(''),
  limit,
  status: z.enum(['active', 'draft', 'archived'], 'valueInvalid').optional(),
  published_status: z.enum(['published', 'unpublished'], 'valueInvalid').optional(),
  withReviewsCount: yes.default(true),
  includeSummary: yes.default(false),
})
const customerSearch = z.object({
  search: z.string().max(200, 'valueInvalid').default(''),
  limit,
})
const summaries = z.object({ productIdsString: z.string('required').min(1, 'required').max(6000, 'valueInvalid') })

const pickedProduct = nameShape(
  'PickedProduct',
  z.object({
    id: textOrNull,
    productId: text.describe('The id of the platform.'),
    title: text,
    handle: text,
    image: z.object({ url: text }).nullable(),
    allStarCount: z.int().optional(),
    summary: z.looseObject({}).optional(),
  }),
)

function asPicked(
  product: ProductSummary,
  { withReviewsCount, includeSummary }: { withReviewsCount: boolean; includeSummary: boolean },
) {
  const { id, platformId, title, handle, image, summary } = product
  return {
    id,
    productId: platformId,
    title,
    handle,
    image: image ? { url: image } : null,
    ...(withReviewsCount ? { allStarCount: summary.count } : {}),
    ...(includeSummary ? { summary } : {}),
  }
}

async function searchProducts(ctx: Ctx, query: unknown): Promise<unknown> {
  const { search, limit, status, published_status: publishedStatus, ...show } = parse(productSearch, query)
  const products = await searchPlatformProducts(ctx, { search, limit, status, publishedStatus })
  return { success: true, data: products.map((product) => asPicked(product, show)) }
}

/** Routes of spec 7 that search the platform. `shopId` and `token` in the query are ignored. */
export const productRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/shopify/searchProducts',
    summary: 'Search products of the platform',
    query: productSearch,
    answer: { data: z.array(pickedProduct) },
    run: (ctx, { query }) => searchProducts(ctx, query),
  },
  {
    method: 'GET',
    path: '/shopify/productsSummary',
    summary: 'Read ratings of products',
    query: summaries,
    answer: { data: z.array(pickedProduct) },
    async run(ctx, { query }) {
      const ids = parse(summaries, query)
        .productIdsString.split(',')
        .map((id) => id.trim())
        .filter(Boolean)
        .slice(0, 100)
      const own = ids.filter(isUuid)
      const products = await productsWithSummary(ctx, {
        where: { OR: [{ id: { in: own } }, { platformId: { in: ids } }] },
        take: 100,
      })
      return {
        success: true,
        data: products.map((product) => asPicked(product, { withReviewsCount: true, includeSummary: true })),
      }
    },
  },
  {
    method: 'GET',
    path: '/shopify/searchCustomers',
    summary: 'Search customers of the platform',
    query: customerSearch,
    answer: { data: z.array(z.object({ id: z.string(), displayName: z.string(), email: z.string().nullable() })) },
    async run(ctx, { query }) {
      const customers = await ctx.platform.searchCustomers(ctx.shop, parse(customerSearch, query))
      return {
        success: true,
        data: customers.map(({ platformId, displayName, email }) => ({ id: platformId, displayName, email })),
      }
    },
  },
]
