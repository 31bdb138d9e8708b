import { fallbackLocale, isRtl, matchLocale, type Locale } from '../../../../rules/locales.ts'

/** `pseudo` shows strings that lack a macro; merchants can't choose it. */
export type CatalogName = Locale | 'pseudo'

/** zh and zh-CN are simplified, pt is Brazilian; the pseudo language has dates that no English format could have written. */
const fullTags: Partial<Record<CatalogName, string>> = { zh: 'zh-CN', pt: 'pt-BR', pseudo: 'ru' }

/** The tag by which the browser formats numbers and dates, and by which Polaris names its own strings. */
export const fullTag = (locale: CatalogName): string => fullTags[locale] ?? locale

export const directionOf = (locale: string): 'ltr' | 'rtl' => (isRtl(locale) ? 'rtl' : 'ltr')

/** The best of our locales for the tags a browser or platform prefers, best first; English when none fits. */
export function localeFor(preferred: readonly (string | null | undefined)[]): Locale {
  for (const tag of preferred) {
    const found = matchLocale(tag)
    if (found) return found
  }
  return fallbackLocale
}
