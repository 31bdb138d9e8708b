import { shopperReview } from '../../../../rules/review-input.ts'
import { hasRecycleBin, chooseNewStatus, deletedByAuthor } from '../../../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { NotAllowed, NotFound, parse } from '../../../core/errors.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import { judgeReview, storeRuleReasons } from '../../moderation/moderation.ts'
import { buildWhy } from '../adding/submit.ts'
import { lockReviews, type LockedReviewTexts } from '../lock-reviews.ts'
import { buildSearchText } from '../search-text.ts'
import { writeReviews, type ChangeAuthor } from '../write-reviews.ts'
import { readReviewRules } from './perform-action.ts'
import { deleteRows } from './remove.ts'
import { productTitles } from './revert.ts'

interface OwnReviewInput {
  id: string
  customerId: string
}

const customer: ChangeAuthor = { actor: 'customer', name: '' }

/**
 * Returns whether customers may change their review: published or pending, and theirs by their account or a confirmed
 * address.
 */
export const isRevisable = ({
  origin,
  status,
  emailConfirmedAt,
}: Pick<LockedReviewTexts, 'origin' | 'status' | 'emailConfirmedAt'>): boolean =>
  (origin === 'customer' || (origin === 'guest' && emailConfirmedAt !== null)) &&
  (status === 'published' || status === 'pending')

/**
 * Changes rating and text of a customer's own review. The publishing rules apply again, as for a new review. The new
 * text is the customer's: a pending edit request is withdrawn, and nothing can be reverted. Does nothing without a
 * difference.
 * @throws NotFound for a review of another customer; InvalidInput with the fields; NotAllowed for a hidden or imported
 * review
 */
export async function reviseOwnReview(ctx: Ctx, own: OwnReviewInput, fields: object): Promise<void> {
  const { rate, title, content } = parse(shopperReview({ requiredName: false, requiredEmail: false }), fields)
  const general = await readSetting(ctx, 'general')
  const judgment = await judgeReview(ctx, { title, content })
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, own)
    if (!isRevisable(row)) throw new NotAllowed('editNotConfirmed')
    if (rate === row.rate && title === row.title && content === row.content) return
    const status = judgment.decision?.status ?? chooseNewStatus(rate, general)
    if (judgment.refusal)
      await tx.emit('review.refused', {
        ids: [row.id],
        act: 'unpublish',
        isGiven: true,
        by: 'rule',
        ...judgment.refusal,
      })
    const titles = await productTitles(tx, [row])
    await writeReviews(tx, {
      action: 'edited',
      by: customer,
      seen: true,
      set: {
        rate,
        title,
        content,
        status,
        decidedBy: 'rule',
        why: judgment.decision?.why ?? buildWhy(rate, general),
        publishedAt: row.publishedAt ?? (status === 'published' ? tx.now() : null),
        // A pending review starts its 14 days again.
        enteredAt: status === 'pending' ? tx.now() : row.enteredAt,
        edited: false,
        original: null,
        editRequest: null,
        editRequestedAt: null,
        editRequestId: null,
        searchText: buildSearchText({ ...row, title, content }, titles.get(row.productId ?? '')),
      },
      changes: [{ row }],
    })
    await storeRuleReasons(tx, row.id, judgment)
    await tx.emit('review.revised', { ids: [row.id] })
  })
}

/**
 * Deletes a customer's own review: to the trash, or permanently if the shop has none.
 * @throws NotFound for another customer's review, and for a deleted one
 */
export async function deleteOwnReview(ctx: Ctx, own: OwnReviewInput): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, own)
    if (!hasRecycleBin(await readReviewRules(tx))) return deleteRows(tx, [row])
    const { status, decidedBy, why, publishedAt } = row
    await writeReviews(tx, {
      action: 'trashed',
      by: customer,
      set: {
        status: 'deleted',
        deletedAt: tx.now(),
        decidedBy: 'rule',
        why: { code: deletedByAuthor, params: {} },
        beforeTrash: { status, decidedBy, why, publishedAt: publishedAt?.toISOString() ?? null },
      },
      changes: [{ row }],
    })
    await tx.emit('review.removed', { ids: [row.id] })
  })
}

async function lockOwn(tx: Ctx, { id, customerId }: OwnReviewInput): Promise<LockedReviewTexts> {
  const found = await tx.db.review.findFirst({ where: { shopId: tx.shop.id, id, customerId }, select: { id: true } })
  const [row] = found ? await lockReviews(tx, [id], { texts: true }) : []
  if (!row || row.status === 'deleted') throw new NotFound()
  return row
}
