import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReviewSource } from '../../../rules/review-status.ts'

/** Source labels (spec 9). */
export const reviewSourceLabels: Readonly<Record<ReviewSource, MessageDescriptor>> = {
  imported: msg`Imported`,
  amazon: msg`Amazon`,
  cjdropshipping: msg`CJDropshipping`,
  aliexpress: msg`AliExpress`,
  shopee: msg`Shopee`,
  customer: msg`Written by customer`,
  guest: msg`Written by guest`,
  admin: msg`Created by admin`,
}
