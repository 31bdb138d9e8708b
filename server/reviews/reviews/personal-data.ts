import { inTransaction, type Ctx } from '../../core/context.ts'
import { imageKey } from '../../core/files/images.ts'
import { deleteUnusedFiles } from '../../core/files/unused-files.ts'
import { videoKey } from '../../core/files/video/videos.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { stoppedWork, withoutPerson, type Person, type PersonalData } from '../../shop/privacy/personal-data.ts'
import { raiseProductVersions } from '../../shop/products/products.ts'
import { lockReviews, type LockedReviewTexts } from './lock-reviews.ts'
import { buildSearchText } from './search-text.ts'

const mostIdsOfEvent = 1_000

/**
 * Reviews stay as anonymous texts: rating, text and date are the shop's. Name, address, place
 * and pictures go, and so do the person's names in the texts (decision 0089).
 */
export const reviewData: PersonalData = {
  async collect({ db, shop }, { reviewIds, emails }) {
    const where = { shopId: shop.id, reviewId: { in: reviewIds } }
    return {
      reviews: await db.review.findMany({
        where: { shopId: shop.id, id: { in: reviewIds } },
        omit: { shopId: true, searchText: true, contentHash: true, editRequestId: true },
        orderBy: { createdAt: 'asc' },
      }),
      pictures: await db.reviewMedia.findMany({
        where,
        select: { id: true, reviewId: true, kind: true, status: true, hidden: true, sourceUrl: true, createdAt: true },
      }),
      translations: await db.reviewTranslation.findMany({ where, omit: { shopId: true, sourceHash: true } }),
      changesOfReviews: await db.reviewHistory.findMany({ where, omit: { shopId: true, actorName: true } }),
      statements: await db.reviewStatement.findMany({ where, omit: { shopId: true } }),
      reasonsToLook: await db.reviewSuspicion.findMany({
        where,
        select: { reviewId: true, reasons: true, createdAt: true },
      }),
      votesOnReviews: await db.reviewVote.findMany({
        where,
        select: { reviewId: true, helpful: true, createdAt: true },
      }),
      reports: await db.reviewReport.findMany({
        where: { shopId: shop.id, email: { in: emails } },
        omit: { shopId: true, visitor: true },
      }),
    }
  },
  async files({ db, shop }, { reviewIds }) {
    const where = { shopId: shop.id, reviewId: { in: reviewIds }, status: 'ready' as const, key: { not: '' } }
    const media = await db.reviewMedia.findMany({ where, select: { id: true, kind: true, key: true } })
    return media.map(({ id, kind, key }) =>
      kind === 'video'
        ? { name: `${id}.mp4`, key: videoKey(key) }
        : { name: `${id}.webp`, key: imageKey(key, 'large') },
    )
  },
  erase: {
    async reports({ db, shop }, { emails }) {
      const { count } = await db.reviewReport.updateMany({
        where: { shopId: shop.id, email: { in: emails } },
        data: { email: '', text: '', visitor: null },
      })
      return count
    },
    reviews: eraseAuthor,
  },
  eraseFiles: { pictures: erasePictures, exports: eraseExports },
}

/** Deletes the rows of pictures and videos, then their files, unless another review has the same bytes. */
async function erasePictures(ctx: Ctx, { reviewIds }: Person): Promise<number> {
  const where = { shopId: ctx.shop.id, reviewId: { in: reviewIds } }
  const rows = await inTransaction(ctx, async (tx) => {
    const media = await tx.db.reviewMedia.findMany({ where, select: { key: true, posterKey: true } })
    await tx.db.reviewMedia.deleteMany({ where })
    return media
  })
  await deleteUnusedFiles(ctx, [...new Set(rows.flatMap(({ key, posterKey }) => [key, posterKey]).filter(Boolean))])
  return rows.length
}

async function eraseAuthor(tx: Ctx, person: Person): Promise<number> {
  const rows = await lockReviews(tx, person.reviewIds, { texts: true })
  if (rows.length === 0) return 0
  // Hashes of texts and networks, and contacts found in texts.
  const compared = { where: { shopId: tx.shop.id, reviewId: { in: person.reviewIds } } }
  await tx.db.reviewTrait.deleteMany(compared)
  await tx.db.reviewSuspicion.deleteMany(compared)
  const products = await tx.db.product.findMany({
    where: { shopId: tx.shop.id, id: { in: rows.flatMap(({ productId }) => productId ?? []) } },
    select: { id: true, title: true },
  })
  const titles = new Map(products.map(({ id, title }) => [id, title]))
  for (const row of rows) await eraseFromReview(tx, { row, person, productTitle: titles.get(row.productId ?? '') })
  const reviewIds = rows.map(({ id }) => id)
  const where = { shopId: tx.shop.id, reviewId: { in: reviewIds } }
  // The steps stay with their times; what they changed may name the person.
  await tx.db.reviewHistory.updateMany({ where, data: { before: {}, after: {} } })
  await tx.db.reviewStatement.updateMany({
    where,
    data: { note: '', objection: '', answer: '', snapshot: Prisma.DbNull },
  })
  await tx.db.bulkItem.updateMany({ where, data: { before: Prisma.DbNull } })
  for (const report of await tx.db.reviewReport.findMany({ where, select: { id: true, text: true } }))
    await tx.db.reviewReport.update({
      where: { shopId_id: { shopId: tx.shop.id, id: report.id } },
      data: { text: withoutPerson(report.text, person) },
    })
  await raiseProductVersions(
    tx,
    rows.map(({ productId }) => productId),
  )
  for (let at = 0; at < reviewIds.length; at += mostIdsOfEvent)
    await tx.emit('review.changed', { ids: reviewIds.slice(at, at + mostIdsOfEvent) })
  tx.publish('reviewCounts', tx.shop.id)
  return rows.length
}

interface ReviewOfPerson {
  row: LockedReviewTexts
  person: Person
  productTitle: string | undefined
}

async function eraseFromReview(tx: Ctx, { row, person, productTitle }: ReviewOfPerson): Promise<void> {
  const clean = (text: string): string => withoutPerson(text, person)
  const [title, content] = [clean(row.title), clean(row.content)]
  const { original } = row
  const isChanged = title !== row.title || content !== row.content
  await tx.db.review.update({
    where: { shopId_id: { shopId: tx.shop.id, id: row.id } },
    data: {
      firstName: '',
      lastName: '',
      email: '',
      customerId: null,
      orderId: null,
      location: '',
      country: null,
      title,
      content,
      hasMedia: false,
      ...(row.replyContent !== null && { replyContent: clean(row.replyContent) }),
      ...(original && {
        original: { title: clean(original.title), content: clean(original.content), media: [] },
      }),
      editRequest: null,
      editRequestId: null,
      searchText: buildSearchText({ title, content, firstName: '', lastName: '', email: '' }, productTitle),
      version: { increment: 1 },
      updatedAt: tx.now(),
    },
  })
  const where = { shopId: tx.shop.id, reviewId: row.id }
  // A translation of a text that changed is outdated.
  if (isChanged) await tx.db.reviewTranslation.deleteMany({ where })
  for (const known of await tx.db.reviewTranslation.findMany({ where }))
    await tx.db.reviewTranslation.update({
      where: { shopId_reviewId_language: { ...where, language: known.language } },
      data: { title: clean(known.title), text: clean(known.text) },
    })
}

/**
 * Deletes the files of all exports, if the person wrote reviews: the merchant can export again.
 * @throws Error while an export runs, so that the request is tried again after it
 */
async function eraseExports(ctx: Ctx, { reviewIds }: Person, mayWait: boolean): Promise<number> {
  if (reviewIds.length === 0) return 0
  const exports = await ctx.db.reviewExport.findMany({
    where: { shopId: ctx.shop.id, fileKey: { not: '' } },
    select: { id: true, fileKey: true, status: true },
  })
  const isRunning = exports.some(({ status }) => status === 'running')
  if (isRunning && mayWait) throw new Error('An export runs and may hold personal data.')
  if (isRunning)
    await ctx.db.reviewExport.updateMany({
      where: { shopId: ctx.shop.id, status: 'running' },
      data: { ...stoppedWork(ctx), error: 'exportFailed' },
    })
  for (const { id, fileKey } of exports) {
    await ctx.files.delete(fileKey)
    await ctx.db.reviewExport.updateMany({ where: { shopId: ctx.shop.id, id }, data: { fileKey: '' } })
  }
  return exports.length
}
