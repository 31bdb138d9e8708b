import type { Ctx } from '../../../core/context.ts'
import { lockReviews, type LockedReview, type LockedReviewTexts, type Original } from '../lock-reviews.ts'
import { showsMedia, type Media } from '../media/media-rows.ts'
import { buildSearchText } from '../search-text.ts'
import { writeReviews, type ChangeAuthor, type ReviewChange } from '../write-reviews.ts'

type Picture = Pick<Media, 'id' | 'reviewId' | 'hidden' | 'status'>

/**
 * Restores the first text and pictures of edited reviews. Hides pictures that the merchant added, so that an undo can
 * show them. Removes the customer's confirmation, which belonged to the edit.
 */
export async function revertReviews(
  tx: Ctx,
  { rows, by, bulkId }: { rows: readonly LockedReview[]; by: ChangeAuthor; bulkId: string | undefined },
): Promise<void> {
  const texts = await lockReviews(
    tx,
    rows.map(({ id }) => id),
    { texts: true },
  )
  const pictures = await picturesOf(
    tx,
    texts.map(({ id }) => id),
  )
  const titles = await productTitles(tx, texts)
  const turned: Picture[] = []
  const changes = texts.map((row): ReviewChange => {
    const own = pictures.get(row.id) ?? []
    const title = row.original?.title ?? row.title
    const content = row.original?.content ?? row.content
    const first = own.map((picture) => ({ ...picture, hidden: hiddenAtFirst(row.original, picture) }))
    const changed = first.filter((picture, index) => picture.hidden !== own[index]?.hidden)
    turned.push(...changed)
    const was = own
      .filter(({ id }) => changed.some((picture) => picture.id === id))
      .map(({ id, hidden }) => ({ id, hidden }))
    return {
      row,
      set: {
        title,
        content,
        hasMedia: showsMedia(first),
        searchText: buildSearchText({ ...row, title, content }, titles.get(row.productId ?? '')),
      },
      ...(changed.length > 0 && {
        before: { media: was },
        after: { media: changed.map(({ id, hidden }) => ({ id, hidden })) },
        kept: { media: was },
      }),
    }
  })
  await setHidden(tx, turned)
  await writeReviews(tx, {
    action: 'reverted',
    by,
    bulkId,
    changes,
    seen: true,
    set: { edited: false, original: null, editRequest: null, editRequestedAt: null, editRequestId: null },
  })
  await tx.emit('review.edited', { ids: texts.map(({ id }) => id) })
}

function hiddenAtFirst(original: Original | null, { id, hidden }: Picture): boolean {
  if (!original) return hidden
  return original.media.find((media) => media.id === id)?.hidden ?? true
}

async function picturesOf(tx: Ctx, reviewIds: readonly string[]): Promise<Map<string, Picture[]>> {
  const rows = await tx.db.reviewMedia.findMany({
    where: { shopId: tx.shop.id, reviewId: { in: [...reviewIds] } },
    select: { id: true, reviewId: true, hidden: true, status: true },
    orderBy: { position: 'asc' },
  })
  return Map.groupBy(rows, ({ reviewId }) => reviewId)
}

/** Returns the titles of the reviews' products, which are part of the search text. */
export async function productTitles(
  tx: Ctx,
  rows: readonly Pick<LockedReviewTexts, 'productId'>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ productId }) => productId ?? []))]
  const products =
    ids.length === 0
      ? []
      : await tx.db.product.findMany({
          where: { shopId: tx.shop.id, id: { in: ids } },
          select: { id: true, title: true },
        })
  return new Map(products.map(({ id, title }) => [id, title]))
}

export async function setHidden(tx: Ctx, pictures: readonly { id: string; hidden: boolean }[]): Promise<void> {
  if (pictures.length === 0) return
  await tx.db.$executeRaw`
    update "ReviewMedia" media set hidden = picture.hidden
    from jsonb_to_recordset(${JSON.stringify(pictures.map(({ id, hidden }) => ({ id, hidden })))}::jsonb) as picture(id uuid, hidden boolean)
    where media."shopId" = ${tx.shop.id}::uuid and media.id = picture.id`
}
