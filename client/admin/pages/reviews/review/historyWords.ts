import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { HistoryAction } from '../../../../../rules/review-history.ts'
import { REFUSAL_REASONS } from '../../../../../rules/refusal.ts'
import { REVIEW_STATUSES } from '../../../../../rules/review-status.ts'
import { isMessageCode } from '../../../../../rules/messages.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { reviewStatusLabels } from '../../../ui/ReviewStatusBadge.tsx'
import { refusalLabels } from '../../../ui/refusalWords.ts'

/** Names of the history's entries. */
export const historyLabels: Readonly<Record<HistoryAction, MessageDescriptor>> = {
  created: msg`Added by you`,
  submitted: msg`Submitted`,
  imported: msg`Imported`,
  published: msg`Published`,
  hidden: msg`Hidden`,
  trashed: msg`Moved to trash`,
  emailConfirmed: msg`Author confirmed by email`,
  disowned: msg`Address removed: its owner didn’t write this`,
  restored: msg`Restored from trash`,
  replied: msg`Replied`,
  replyEdited: msg`Reply edited`,
  replyDeleted: msg`Reply deleted`,
  edited: msg`Edited`,
  reverted: msg`Original restored`,
  editRequested: msg`Edit request sent`,
  editConfirmed: msg`Edit approved`,
  editDenied: msg`Edit declined`,
  editWithdrawn: msg`Edit request withdrawn`,
  pinned: msg`Pinned`,
  unpinned: msg`Unpinned`,
  featured: msg`Featured`,
  unfeatured: msg`Unfeatured`,
  verified: msg`Marked as verified`,
  unverified: msg`Verified badge removed`,
  testimonialAdded: msg`Added to testimonials`,
  testimonialRemoved: msg`Removed from testimonials`,
  mediaHidden: msg`Photo or video hidden`,
  mediaShown: msg`Photo or video shown`,
  mediaAdded: msg`Photo or video added`,
  mediaRemoved: msg`Photo or video removed`,
  undone: msg`Bulk action undone`,
  editMailFailed: msg`Edit request email failed`,
  replyMailed: msg`Reply emailed to the reviewer`,
  foundFine: msg`Found to be fine`,
  replyMailFailed: msg`Reply email failed`,
  assigned: msg`Assigned`,
}

export interface HistoryChange {
  label: string
  /** Empty if there was no value. */
  before: string
  after: string
}

type Values = Readonly<Record<string, unknown>>

/** Returns the changes of a history entry by field. Omits fields that the entry's name already covers. */
export function useHistoryChanges(): (entry: { before: string; after: string }) => HistoryChange[] {
  const { i18n, t } = useLingui()
  const fields: Readonly<Record<string, string>> = {
    status: t`Status`,
    rate: t`Rating`,
    title: t`Title`,
    content: t`Text`,
    replyContent: t`Reply`,
    reason: t`Reason`,
    note: t`Message to the customer`,
    assignee: t`Assigned to`,
    error: t`Error`,
  }
  const written = (field: string, value: unknown): string => {
    if (typeof value === 'number') return String(value)
    if (typeof value !== 'string') return ''
    const status = field === 'status' ? REVIEW_STATUSES.find((each) => each === value) : undefined
    if (status) return i18n._(reviewStatusLabels[status])
    const reason = field === 'reason' ? REFUSAL_REASONS.find((each) => each === value) : undefined
    return reason ? i18n._(refusalLabels[reason]) : value
  }
  return (entry) => {
    const [before, given] = [JSON.parse(entry.before) as Values, JSON.parse(entry.after) as Values]
    // A refusal of ours is stored with its code, for the merchant's language.
    const { code } = given
    const after = isMessageCode(code) ? { ...given, error: formatSentence(i18n, code) } : given
    return Object.entries(fields).flatMap(([field, label]) => {
      const change = { label, before: written(field, before[field]), after: written(field, after[field]) }
      return change.before === change.after ? [] : [change]
    })
  }
}
