import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Why a review is where it is, by the code of the rule or person that put it there. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  'merchant.publish': msg`You published it.`,
  'merchant.unpublish': msg`You hid it.`,
  'merchant.trash': msg`You moved it to the trash.`,
  'merchant.restore': msg`You brought it back from the trash.`,
  'merchant.createPublished': msg`You wrote it and published it.`,
  'merchant.createPending': msg`You wrote it and let it wait.`,
  'rule.everyReviewWaits': msg`New reviews wait for you, as your settings say.`,
  'rule.published': msg({ message: 'A rule published it: {rate} of 5 stars, and reviews with {threshold} of 5 or more publish themselves.' }),
  'rule.belowThreshold': msg({ message: 'It waits for you: {rate} of 5 stars, and only reviews with {threshold} of 5 or more publish themselves.' }),
  'rule.after14Days': msg({ message: 'A rule published it, as nobody had decided about it for {days} days.' }),
  'import.published': msg({ message: 'It came published with {file}, row {row}.' }),
  'import.pending': msg({ message: 'It came with {file}, row {row}, and waits for you.' }),
  'import.hidden': msg({ message: 'It was hidden in {file}, row {row}.' }),
  'import.rejected': msg({ message: 'It was marked as spam in {file}, row {row}.' }),
  'import.deleted': msg({ message: 'It was in the trash in {file}, row {row}.' }),
}

/** The sentence of a reason; null for one that this release does not know. Params are JSON, as the server stored them. */
export function whySentence(i18n: I18n, why: { readonly code: string, readonly params: string } | null | undefined): string | null {
  const reason = why && reasons[why.code]
  return reason ? i18n._({ ...reason, values: JSON.parse(why.params) as Record<string, unknown> }) : null
}
