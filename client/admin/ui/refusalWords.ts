import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RefusalReason } from '../../../rules/refusal.ts'

/** Reasons for not showing a review, in the words of the merchant's dialog. */
export const refusalLabels: Readonly<Record<RefusalReason, MessageDescriptor>> = {
  offTopic: msg`Not about the product`,
  personalData: msg`Shows personal information`,
  insult: msg`Insulting, hateful or threatening`,
  spam: msg`Advertising or spam`,
  noPurchase: msg`Author didn’t buy or use the product`,
  illegal: msg`Illegal`,
  other: msg`Another reason`,
}
