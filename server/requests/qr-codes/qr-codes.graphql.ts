import { queryFromInfo } from '@pothos/plugin-prisma'
import { searchText } from '../../../rules/filters.ts'
import { allows } from '../../../rules/plans.ts'
import { readPlan } from '../../core/context.ts'
import { NotFound, parse, PlanRequired } from '../../core/errors.ts'
import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Product } from '../../shop/products/products.graphql.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { productCode, type ProductCode } from './code.ts'
import {
  countQrProducts,
  defaultQrSort,
  generateQrCodes,
  listQrProducts,
  QR_SORTS,
  countScans,
  type GeneratedCode,
} from './qr-codes.ts'

const Sort = enumOf(
  'QrProductSort',
  QR_SORTS,
  'Products without an import come last when the latest import comes first.',
)

const Code = builder.objectRef<ProductCode>('ProductQrCode').implement({
  description: 'A code that opens a product’s review form.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The page that the code opens.' }),
    path: t.exposeString('path', { description: 'Dark modules as an SVG path, in units of one module.' }),
    size: t.exposeInt('size', { description: 'Modules of a side, without the blank margin of 4 that cameras need.' }),
  }),
})

builder.prismaObjectFields(Product, (t) => ({
  productId: t.exposeString('platformId', { description: 'The platform’s id.' }),
  allStarCount: t.int({
    description: 'Reviews that are not in the trash.',
    select: { counts: { where: { status: { not: 'deleted' } }, select: { count: true } } },
    resolve: ({ counts }) => counts.reduce((sum, { count }) => sum + count, 0),
  }),
  scanCount: t.int({
    description: 'How often its QR code was scanned in three years.',
    resolve: (product, _args, context, info) =>
      getBatchLoader(context, info, async (products: readonly { id: string }[]) => {
        const ids = products.map(({ id }) => id)
        const scans = await countScans(context.ctx, ids)
        return ids.map((id) => scans.get(id) ?? 0)
      }).load(product),
  }),
  qrCode: t.field({
    type: Code,
    nullable: true,
    complexity: 5,
    description: 'Null if the plan has no QR codes, or the product is deleted.',
    select: { platformId: true, deletedAt: true },
    resolve: ({ platformId, deletedAt }, _args, { ctx }) =>
      allows(readPlan(ctx), 'qrCode') && deletedAt === null ? productCode(ctx, platformId) : null,
  }),
}))

builder.objectField(Shop, 'qrProducts', (t) =>
  t.connection(
    {
      type: Product,
      description: 'Products to make QR codes for.',
      complexity: pageComplexity,
      args: {
        search: t.arg.string({ description: 'Part of the title or handle.' }),
        sort: t.arg({ type: Sort, defaultValue: defaultQrSort }),
      },
      resolve: async (_shop, args, context, info) => {
        const search = parse(searchText, args.search ?? '')
        const { select } = queryFromInfo({ context, info, typeName: 'Product', path: ['edges', 'node'] }) as {
          select: object
        }
        return {
          ...(await listQrProducts(context.ctx, { args, search, sort: args.sort ?? defaultQrSort, select })),
          search,
        } as never
      },
    },
    {
      fields: (field) => ({
        totalCount: field.int({
          nullable: true,
          resolve: (connection, _args, { ctx }) =>
            countQrProducts(ctx, (connection as unknown as { search: string }).search),
        }),
      }),
    },
  ),
)

const Generated = builder.objectRef<GeneratedCode>('GeneratedQrCode').implement({
  description: 'The code of a product.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The product’s title.' }),
    handle: t.exposeString('handle', { description: 'The product’s handle.' }),
    code: t.field({ type: Code, resolve: (code) => code }),
  }),
})

const Input = builder.inputType('GenerateQrCodesInput', {
  fields: (t) => ({ productIds: t.idList({ required: true, description: 'Up to 100 products.' }) }),
})
const Result = builder.objectRef<GeneratedCode[]>('GeneratedQrCodes').implement({
  description: 'Codes of products, in the requested order.',
  fields: (t) => ({ codes: t.field({ type: [Generated], resolve: (codes) => codes }) }),
})

builder.mutationField('generateQrCodes', (t) =>
  t.field({
    type: Result,
    description: 'Creates the codes of products.',
    errors: { types: [PlanRequired, NotFound] },
    args: { input: t.arg({ type: Input, required: true }) },
    resolve: (_root, { input: { productIds } }, { ctx }) => generateQrCodes(ctx, productIds),
  }),
)
