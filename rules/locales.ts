/** Languages of shoppers' texts: twelve catalogs (spec 1), Arabic and Hebrew. zh and zh-CN are simplified Chinese. */
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
  ar: 'العربية',
  he: 'עברית',
} as const
export type Locale = keyof typeof LOCALES
export const LOCALE_IDS = Object.keys(LOCALES) as Locale[]

/** Languages of shoppers' texts that the admin doesn't speak (decision 0084). */
export const SHOPPER_ONLY_LOCALES = ['ar', 'he'] as const satisfies readonly Locale[]
export type AdminLocale = Exclude<Locale, (typeof SHOPPER_ONLY_LOCALES)[number]>
export const isAdminLocale = (locale: Locale): locale is AdminLocale =>
  !(SHOPPER_ONLY_LOCALES as readonly Locale[]).includes(locale)
export const ADMIN_LOCALE_IDS = LOCALE_IDS.filter(isAdminLocale)
export const fallbackLocale: AdminLocale = 'en'

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
] as const satisfies readonly AdminLocale[]

/** Right-to-left languages of shoppers' texts, storefronts and reviews. */
const RTL_LANGUAGES = ['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi'] as const

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
  const tagged = wanted.split('-')[0] ?? ''
  const language = tagged === 'iw' ? 'he' : tagged
  return LOCALE_IDS.find((id) => id === language) ?? null
}

/** Returns a tag's language of the admin, else null. */
export function matchAdminLocale(tag: string | null | undefined): AdminLocale | null {
  const locale = matchLocale(tag)
  return locale && isAdminLocale(locale) ? locale : null
}

export interface LocalePreferences {
  requested?: string | null
  adminLocale?: string | null
  primaryLocale?: string | null
}

/** Returns the admin's language (spec 1): chosen, else the shop's admin locale, its primary locale, or English. */
export function chooseLocale({ requested, adminLocale, primaryLocale }: LocalePreferences): AdminLocale {
  return (
    matchAdminLocale(requested) ?? matchAdminLocale(adminLocale) ?? matchAdminLocale(primaryLocale) ?? fallbackLocale
  )
}
