import type { ReviewEdit } from '../../../../rules/review-input.ts'
import { fromWireStatus, type ReviewStatus, type WireReviewStatus } from '../../../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { InvalidInput } from '../../../core/errors.ts'
import { performReviewAction } from './perform-action.ts'
import { editReview, lockReview, markEdited } from './edit.ts'

interface UpdateInput extends ReviewEdit {
  id: string
  version?: number | undefined
  /** REST status: a target status, or a flag to set (decisions 'Words'). */
  status?: WireReviewStatus | undefined
}

/** Action for each target status; none makes a review pending or spam again. */
const ways: Partial<Record<ReviewStatus, 'publish' | 'unpublish' | 'trash'>> = {
  published: 'publish',
  hidden: 'unpublish',
  deleted: 'trash',
}

/**
 * Changes text, pictures, status or flag of a review: all or nothing.
 * @throws as editReview and performReviewAction; InvalidInput of `status` for one that can't be set
 */
export async function updateReview(ctx: Ctx, { id, version, status, ...edit }: UpdateInput): Promise<void> {
  const meaning = status === undefined ? null : fromWireStatus(status)
  await inTransaction(ctx, async (tx) => {
    const row = await lockReview(tx, id, version)
    if (Object.values(edit).some((value) => value !== undefined)) await editReview(tx, { id, ...edit })
    if (!meaning) return
    if ('flag' in meaning) {
      if (meaning.flag === 'edited') await markEdited(tx, { id })
      else await performReviewAction(tx, { act: 'verify', ids: [id] })
      return
    }
    if (meaning.status === row.status) return
    const act = ways[meaning.status]
    if (!act) throw new InvalidInput({ status: 'valueInvalid' })
    await performReviewAction(tx, { act, ids: [id] })
  })
}
