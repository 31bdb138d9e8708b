import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { fullTag, type CatalogName } from './locales.ts'

export interface Format {
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** A day such as "Nov 20, 2026"; with options anything else. Times are the browser's zone unless `timeZone` is given. */
  date(value: Date | string | number, options?: Intl.DateTimeFormatOptions): string
}

const asDay: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }

/** Numbers and dates as the merchant's language writes them. */
export function useFormat(): Format {
  const { i18n: { locale } } = useLingui()
  return useMemo(() => {
    const tag = fullTag(locale as CatalogName)
    return {
      number: (value, options) => new Intl.NumberFormat(tag, options).format(value),
      date: (value, options = asDay) => new Intl.DateTimeFormat(tag, options).format(new Date(value)),
    }
  }, [locale])
}
