import { useLingui } from '@lingui/react'
import { use, useMemo } from 'react'
import { knownTimeZone, offsetName } from '../../../../rules/dates.ts'
import { fullTag, type CatalogName } from './locales.ts'
import { ViewerContext } from '../frame/viewer.tsx'

export interface Format {
  number(value: number, options?: Intl.NumberFormatOptions): string
  /**
   * Formats a day as "Nov 20, 2026", or by `options`, in the shop's zone. Uses the browser's zone without a shop. A time
   * of day names its zone: "10:00 AM (GMT+1)".
   */
  date(value: Date | string | number, options?: Intl.DateTimeFormatOptions): string
  /** Joins values: "Ann, Ben, Cy". */
  list(values: readonly string[]): string
}

const asDay: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }

/** Formats numbers and dates in the merchant's language. */
export function useFormat(): Format {
  const {
    i18n: { locale },
  } = useLingui()
  const shopZone = use(ViewerContext)?.shop?.ianaTimezone
  return useMemo(() => {
    const tag = fullTag(locale as CatalogName)
    const usualZone =
      shopZone === undefined ? Intl.DateTimeFormat().resolvedOptions().timeZone : knownTimeZone(shopZone)
    return {
      list: (values) => new Intl.ListFormat(tag, { style: 'narrow' }).format(values),
      number: (value, options) => new Intl.NumberFormat(tag, options).format(value),
      date(value, options = asDay) {
        const date = new Date(value)
        const { timeZone = usualZone } = options
        const text = new Intl.DateTimeFormat(tag, { ...options, timeZone }).format(date)
        return options.timeStyle || options.hour ? `${text} (${offsetName(date, { locale: tag, timeZone })})` : text
      },
    }
  }, [locale, shopZone])
}
