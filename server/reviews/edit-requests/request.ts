import { randomUUID } from 'node:crypto'
import { editRequestInput } from '../../../rules/review-input.ts'
import { findOpenEditRequest, checkReviewActions } from '../../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotAllowed, parse, PlanRequired } from '../../core/errors.ts'
import { readReviewRules } from '../reviews/changes/perform-action.ts'
import { compareEdit, lockReview, type EditInput } from '../reviews/changes/edit.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import type { LockedReviewTexts } from '../reviews/lock-reviews.ts'
import { readChangeAuthor, writeReviews } from '../reviews/write-reviews.ts'
import { readEditProposals, type EditProposal } from '../reviews/changes/proposals.ts'
import { findEditRequestProblems } from '../reviews/changes/edit-request-problems.ts'

interface EditRequestInput extends EditInput {
  note?: unknown
}

/**
 * Asks a customer to approve a change of their review (spec 4; decision 0031). The request holds the final text, which
 * applies once the customer confirms. Replaces a pending request, whose links stop working.
 * @throws NotFound, Stale; PlanRequired
 * @throws NotAllowed, also if the same change is already pending
 * @throws InvalidInput with the fields, also if nothing would change
 */
export async function requestEdit(ctx: Ctx, { id, version, ...fields }: EditRequestInput): Promise<void> {
  const { note, ...edit } = parse(editRequestInput, omitNulls(fields))
  await inTransaction(ctx, async (tx) => {
    const row = await lockReview(tx, id, version)
    await requireAskable(tx, row)
    const change = await compareEdit(tx, row, edit)
    if (!change) throw new InvalidInput({ content: 'editWithoutChange' })
    const proposal: EditProposal = { title: change.title, content: change.content, media: [...change.turned], note }
    if (
      findOpenEditRequest(row, tx.now()) === 'unconfirmed' &&
      isSame(proposal, (await readEditProposals(tx, [id])).get(id))
    )
      throw new NotAllowed('editRequestPending')
    const before = {
      title: row.title,
      content: row.content,
      media: change.turned.map((each) => ({ id: each.id, hidden: !each.hidden })),
    }
    await writeReviews(tx, {
      action: 'editRequested',
      by: { ...readChangeAuthor(tx), actor: 'merchant' },
      set: { editRequest: 'unconfirmed', editRequestedAt: tx.now(), editRequestId: randomUUID() },
      changes: [{ row, before, after: proposal }],
    })
    await tx.emit('review.editRequested', { ids: [id] })
  })
}

async function requireAskable(tx: Ctx, row: LockedReviewTexts): Promise<void> {
  // Suppressed addresses get no email, so the customer could not answer. Spec 8: 'Email not found, unable to send edit
  // request'.
  const problems = await findEditRequestProblems(tx, [row.email])
  const permission = checkReviewActions(
    { ...row, unaskable: problems.get(row.email) ?? null },
    await readReviewRules(tx),
  ).requestEdit
  if (permission.allowed) return
  throw permission.feature ? new PlanRequired(permission.feature) : new NotAllowed(permission.reason)
}

const isSame = (one: EditProposal, other: EditProposal | undefined): boolean =>
  other !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** Withdraws an edit request; its links stop working. @throws NotFound, Stale; NotAllowed if none is pending */
export async function withdrawEditRequest(ctx: Ctx, { id, version }: Pick<EditInput, 'id' | 'version'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockReview(tx, id, version)
    if (findOpenEditRequest(row, tx.now()) !== 'unconfirmed') throw new NotAllowed('noEditRequest')
    await writeReviews(tx, {
      action: 'editWithdrawn',
      by: { ...readChangeAuthor(tx), actor: 'merchant' },
      set: { editRequest: null, editRequestId: null, editRequestedAt: null },
      changes: [{ row }],
    })
  })
}
