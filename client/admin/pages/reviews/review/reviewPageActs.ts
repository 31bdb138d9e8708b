import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReviewAction } from '../../../../../rules/review-status.ts'
import type { Feature } from '../../../../../rules/plans.ts'
import type { ReviewAct as AnyAct } from '../../../../__generated__/useReviewActMutation.graphql.ts'

/** Actions with a button. Replies have their own form. */
export type ReviewPageAct = Exclude<AnyAct, 'REPLY' | 'EDIT_REPLY' | 'DELETE_REPLY' | '%future added value'>

/** Button texts of the actions. */
export const actionLabels: Readonly<Record<ReviewPageAct, MessageDescriptor>> = {
  PUBLISH: msg`Publish`,
  UNPUBLISH: msg`Hide from store`,
  TRASH: msg`Move to trash`,
  RESTORE: msg`Restore`,
  DELETE: msg`Delete permanently`,
  PIN: msg`Pin to the top`,
  UNPIN: msg`Unpin`,
  FEATURE: msg`Feature`,
  UNFEATURE: msg`Unfeature`,
  VERIFY: msg`Mark as verified`,
  UNVERIFY: msg`Remove verified badge`,
  ADD_TESTIMONIAL: msg`Add to testimonials`,
  REMOVE_TESTIMONIAL: msg`Remove from testimonials`,
  REVERT: msg`Restore original`,
  ASSIGN: msg`Assign to a person`,
}

const done: Readonly<Partial<Record<ReviewPageAct, MessageDescriptor>>> = {
  PUBLISH: msg`Review published`,
  UNPUBLISH: msg`Review hidden`,
  TRASH: msg`Review moved to trash`,
  RESTORE: msg`Review restored`,
  DELETE: msg`Review deleted`,
  REVERT: msg`Original restored`,
}

/** Returns the toast after an action. */
export function useActionDoneWords(): (act: ReviewPageAct) => string {
  const { i18n, t } = useLingui()
  return (act) => {
    const words = done[act]
    return words ? i18n._(words) : t`Saved`
  }
}

/** Plan features of actions that a plan can forbid. */
export const featureOf: Readonly<Partial<Record<ReviewAction, Feature>>> = {
  trash: 'recycleBin',
  reply: 'replies',
  editReply: 'replies',
  requestEdit: 'confirmEdit',
}
