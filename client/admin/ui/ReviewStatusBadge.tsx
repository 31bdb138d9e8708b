import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '@shopify/polaris'
import { REVIEW_BADGES, REVIEW_STATUSES, type ReviewStatus } from '../../../rules/review-status.ts'

/** Names of the statuses (spec 4). */
export const reviewStatusLabels: Readonly<Record<ReviewStatus, MessageDescriptor>> = {
  published: msg`Published`,
  pending: msg`Pending`,
  hidden: msg`Hidden`,
  rejected: msg`Rejected`,
  deleted: msg`Trash`,
}

/** Shows a review's status in its color. Takes the enum as GraphQL spells it. */
export function ReviewStatusBadge({ status }: { status: Uppercase<ReviewStatus> | '%future added value' }) {
  const { i18n } = useLingui()
  const known = REVIEW_STATUSES.find((each) => each === status.toLowerCase())
  return known ? <Badge tone={REVIEW_BADGES[known].tone}>{i18n._(reviewStatusLabels[known])}</Badge> : null
}
