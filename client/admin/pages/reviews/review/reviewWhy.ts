import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Sentences of the reasons for a status, by code of the rule or person that set it. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  'merchant.publish': msg`You published this review.`,
  'merchant.unpublish': msg`You hid this review.`,
  'merchant.trash': msg`You moved this review to the trash.`,
  'merchant.restore': msg`You restored this review from the trash.`,
  'merchant.createPublished': msg`You added and published this review.`,
  'merchant.createPending': msg`You added this review as pending.`,
  'customer.trash': msg`The customer deleted this review.`,
  'rule.everyReviewWaits': msg`Pending: your settings don’t publish new reviews automatically.`,
  'rule.published': msg({ message: 'Auto-published ({rate} of 5 stars; your minimum is {threshold}).' }),
  'rule.belowThreshold': msg({
    message: 'Pending ({rate} of 5 stars; your minimum for auto-publishing is {threshold}).',
  }),
  'rule.after14Days': msg({ message: 'Auto-published after {days} days as pending.' }),
  'rule.hold.word': msg({ message: 'Held by your rule: contains the word “{found}”.' }),
  'rule.hold.link': msg({ message: 'Held by your rule: contains a link ({found}).' }),
  'rule.hold.contact': msg({ message: 'Held by your rule: contains a contact ({found}).' }),
  'rule.hold.language': msg({ message: 'Held by your rule: written in another language ({found}).' }),
  'rule.reject.word': msg({ message: 'Rejected by your rule: contains the word “{found}”.' }),
  'rule.reject.link': msg({ message: 'Rejected by your rule: contains a link ({found}).' }),
  'rule.reject.contact': msg({ message: 'Rejected by your rule: contains a contact ({found}).' }),
  'rule.reject.language': msg({ message: 'Rejected by your rule: written in another language ({found}).' }),
  'import.published': msg({ message: 'Imported as published from {file}, row {row}.' }),
  'import.pending': msg({ message: 'Imported as pending from {file}, row {row}.' }),
  'import.hidden': msg({ message: 'Imported as hidden from {file}, row {row}.' }),
  'import.rejected': msg({ message: 'Imported as spam from {file}, row {row}.' }),
  'import.deleted': msg({ message: 'Imported into the trash from {file}, row {row}.' }),
}

/** Returns the sentence of a reason; null if this release doesn't know it. `params` is JSON as stored by the server. */
export function whySentence(
  i18n: I18n,
  why: { readonly code: string; readonly params: string } | null | undefined,
): string | null {
  const reason = why && reasons[why.code]
  return reason ? i18n._({ ...reason, values: JSON.parse(why.params) as Record<string, unknown> }) : null
}
