import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DiscountState } from '../../../rules/settings/discount.ts'

export const discountStateWords: Readonly<Record<DiscountState, MessageDescriptor>> = {
  offered: msg`Waiting for publication`,
  pending: msg`Being created`,
  issued: msg`Active`,
  redeemed: msg`Used`,
  expired: msg`Expired`,
  withdrawn: msg`Withdrawn`,
}

/** Returns a formatter of amounts in a currency. */
export function useMoney(): (amount: number, currency: string, digits?: number) => string {
  const { i18n } = useLingui()
  return (amount, currency, digits = 2) =>
    new Intl.NumberFormat(i18n.locale, { style: 'currency', currency, maximumFractionDigits: digits }).format(amount)
}

interface Worth {
  type: string
  value: number
  currency: string
  appliesTo: string
}

/** Returns a formatter of what a code gives: "15% off", "Free shipping". */
export function useWorth(): (code: Worth) => string {
  const { t } = useLingui()
  const money = useMoney()
  return ({ type, value: amount, currency, appliesTo }) => {
    if (type.toLowerCase() === 'shipping') return t`Free shipping`
    const isPercent = type.toLowerCase() === 'percentage'
    const value = isPercent ? String(amount) : money(amount, currency, 0)
    if (appliesTo === 'PRODUCTS')
      return isPercent ? t`${value}% off selected products` : t`${value} off selected products`
    return isPercent ? t`${value}% off` : t`${value} off`
  }
}
