import { useLingui } from '@lingui/react/macro'

/** Returns what charts of reviews say without any. Imports of a new shop come first, and are not counted. */
export function useNoReviews(): string {
  const { t } = useLingui()
  return t`No shopper wrote a review in these days. Imported reviews are not counted here: you find them in Reviews by source.`
}
