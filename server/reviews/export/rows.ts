import type { ReviewFilter } from '../../../rules/filters.ts'
import { bulkBatchRows } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { buildReviewWhere } from '../reviews/list/list-reviews.ts'
import { readTranslations } from '../reviews/translations.ts'
import {
  formatCells,
  mediaColumns,
  productColumns,
  reviewColumns,
  type ExportedMedia,
  type ExportedReview,
} from './cells.ts'
import { exportColumns } from './file-format.ts'
import { FileSignature } from './file-signature.ts'

/**
 * Yields a file's rows: the header, the filter's reviews (newest first, page by page), and the signature over all.
 * Keeps one page in memory. A review written during the export may be included, but never twice.
 * @param written called after each page with the number of exported reviews; its error ends the file
 */
export async function* readExportRows(
  ctx: Ctx,
  filter: ReviewFilter,
  written: (reviews: number) => Promise<void>,
): AsyncGenerator<string[][]> {
  const seal = new FileSignature()
  const sealed = (rows: string[][]): string[][] => {
    for (const cells of rows) seal.add(cells)
    return rows
  }
  yield sealed([[...exportColumns]])
  let done = 0
  for await (const reviews of pages(ctx, filter)) {
    yield sealed(await rowsOf(ctx, reviews))
    await written((done += reviews.length))
  }
  yield [exportColumns.map((_column, at) => (at === 0 ? seal.sign(ctx.signer) : ''))]
}

async function* pages(ctx: Ctx, filter: ReviewFilter): AsyncGenerator<ExportedReview[]> {
  let last: ExportedReview | undefined
  do {
    const beyond = last
      ? [{ createdAt: { lte: last.createdAt }, OR: [{ createdAt: { lt: last.createdAt } }, { id: { lt: last.id } }] }]
      : []
    const wanted = buildReviewWhere(ctx, filter)
    const page: ExportedReview[] = await ctx.db.review.findMany({
      where: { ...wanted, AND: [...wanted.AND, ...beyond] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: bulkBatchRows,
      select: reviewColumns,
    })
    if (page.length > 0) yield page
    last = page.length < bulkBatchRows ? undefined : page.at(-1)
  } while (last)
}

async function rowsOf(ctx: Ctx, reviews: readonly ExportedReview[]): Promise<string[][]> {
  const productIds = [...new Set(reviews.flatMap(({ productId }) => productId ?? []))]
  const products = await ctx.db.product.findMany({
    where: { shopId: ctx.shop.id, id: { in: productIds } },
    select: productColumns,
  })
  const media = await ctx.db.reviewMedia.findMany({
    where: { shopId: ctx.shop.id, reviewId: { in: reviews.map(({ id }) => id) } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: mediaColumns,
  })
  const translations = await readTranslations(
    ctx,
    reviews.map(({ id }) => id),
  )
  const productOf = new Map(products.map((product) => [product.id, product]))
  const mediaOf = Map.groupBy(media, ({ reviewId }): string => reviewId)
  const none: ExportedMedia[] = []
  return reviews.map((review) =>
    formatCells(
      {
        review,
        product: productOf.get(review.productId ?? '') ?? null,
        media: mediaOf.get(review.id) ?? none,
        translations: translations.get(review.id) ?? [],
      },
      ctx.files,
    ),
  )
}
