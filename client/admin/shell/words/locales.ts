import { fallbackLocale, isRtl, matchAdminLocale, type AdminLocale, type Locale } from '../../../../rules/locales.ts'

/** `pseudo` reveals strings that lack a macro; merchants can't choose it. */
export type CatalogName = AdminLocale | 'pseudo'

/**
 * zh and zh-CN are simplified, pt is Brazilian. The pseudo language uses Russian dates, which no English format could
 * produce.
 */
const fullTags: Partial<Record<CatalogName | Locale, string>> = { zh: 'zh-CN', pt: 'pt-BR', pseudo: 'ru' }

/** Returns the tag for the browser's number and date formats and for Polaris' own texts. */
export const fullTag = (locale: CatalogName | Locale): string => fullTags[locale] ?? locale

export const directionOf = (locale: string): 'ltr' | 'rtl' => (isRtl(locale) ? 'rtl' : 'ltr')

/** Returns our best locale for a list of preferred tags, best first; English if none fits. */
export function localeFor(preferred: readonly (string | null | undefined)[]): AdminLocale {
  for (const tag of preferred) {
    const found = matchAdminLocale(tag)
    if (found) return found
  }
  return fallbackLocale
}
