/** Catalogs in their own language (spec 1): zh and zh-CN are both simplified Chinese, pt is Brazilian. */
export const LOCALES = {
  en: 'English',
  zh: '中文',
  nl: 'Nederlands',
  fr: 'Français',
  de: 'Deutsch',
  ko: '한국어',
  it: 'Italiano',
  ja: '日本語',
  pt: 'Português (Brasil)',
  es: 'Español',
  'pt-PT': 'Português (Portugal)',
  'zh-CN': '简体中文',
} as const
export type Locale = keyof typeof LOCALES
export const LOCALE_IDS = Object.keys(LOCALES) as Locale[]
export const fallbackLocale: Locale = 'en'

/** Ten languages of the switch; the other two follow only from shop or browser settings. */
export const OFFERED_LOCALES = [
  'zh',
  'nl',
  'en',
  'fr',
  'de',
  'ko',
  'it',
  'ja',
  'pt',
  'es',
] as const satisfies readonly Locale[]

/** Right-to-left languages. No catalog has one, but storefronts and reviews may. */
const RTL_LANGUAGES = ['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'] as const

export function isRtl(locale: string): boolean {
  const language = locale.toLowerCase().split(/[-_]/)[0] ?? ''
  return (RTL_LANGUAGES as readonly string[]).includes(language)
}

/** Returns a tag's catalog: the exact tag ("pt_PT" too), else its language ("fr-CA" uses fr), else null. */
export function matchLocale(tag: string | null | undefined): Locale | null {
  if (!tag) return null
  const wanted = tag.trim().replaceAll('_', '-').toLowerCase()
  const exact = LOCALE_IDS.find((id) => id.toLowerCase() === wanted)
  if (exact) return exact
  if (wanted === 'zh-hans-cn') return 'zh-CN'
  const language = wanted.split('-')[0] ?? ''
  return LOCALE_IDS.find((id) => id === language) ?? null
}

export interface LocalePreferences {
  requested?: string | null
  adminLocale?: string | null
  primaryLocale?: string | null
}

/** Returns the admin's language (spec 1): chosen, else the shop's admin locale, its primary locale, or English. */
export function chooseLocale({ requested, adminLocale, primaryLocale }: LocalePreferences): Locale {
  return matchLocale(requested) ?? matchLocale(adminLocale) ?? matchLocale(primaryLocale) ?? fallbackLocale
}
