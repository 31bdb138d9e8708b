import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SuppressionReason } from '../../../rules/suppressions.ts'

/** Why an address gets no review requests. */
export const suppressionWords: Readonly<Record<SuppressionReason, MessageDescriptor>> = {
  unsubscribed: msg`Unsubscribed`,
  blocked: msg`Blocked by you`,
  bounced: msg`Address doesn’t exist`,
  complained: msg`Marked as spam`,
  added: msg({ message: 'Added by you', context: 'reason on the suppression list' }),
}
