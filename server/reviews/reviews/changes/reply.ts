import { datedReply } from '../../../../rules/review-input.ts'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { NotFound, parse } from '../../../core/errors.ts'
import { performReviewAction } from './perform-action.ts'
import { lockReviews } from '../lock-reviews.ts'

interface ReplyInput {
  id: string
  version?: number | null | undefined
  content?: unknown
  /** Public date, neither in the future nor before the review. Defaults to now, or to the first reply's date. */
  createdAt?: unknown
  /** Whether to email the reviewer. By default only the first reply is emailed, and none of a merchant's own review. */
  sendMail?: unknown
}

/**
 * Writes or changes the merchant's public reply (spec 4, 5).
 * @throws NotFound, Stale, InvalidInput ('Reply content is required'), PlanRequired below pro, NotAllowed in the trash
 */
export async function replyToReview(ctx: Ctx, { id, version, ...fields }: ReplyInput): Promise<void> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
  const { content, createdAt, sendMail } = parse(datedReply(ctx.now()), { content: '', ...given })
  await inTransaction(ctx, async (tx) => {
    const [row] = await lockReviews(tx, [id])
    if (!row) throw new NotFound()
    await performReviewAction(tx, {
      act: row.replyContent ? 'editReply' : 'reply',
      ids: [id],
      version,
      content,
      replyAt: createdAt,
      notify: sendMail,
    })
  })
}
