import { z } from 'zod'
import { maxReviewContentChars, maxReviewTitleChars } from './limits.ts'
import { matchLocale } from './locales.ts'
import { isLanguageTag } from './votes-and-search.ts'
import { line, text } from './validation.ts'

const maxTranslations = 500
/** A translation may be longer than its original. */
const growth = 2

const languageTag = z
  .string('required')
  .trim()
  .refine(isLanguageTag, 'valueInvalid')
  .transform((tag) => canonicalTag(tag) ?? tag)

/** Translations to save. `source` is the translated text, which may have changed since. */
export const translationsInput = z.object({
  translations: z
    .array(
      z.object({
        reviewId: z.uuid('valueInvalid'),
        language: languageTag,
        title: line(maxReviewTitleChars * growth).default(''),
        text: text(maxReviewContentChars * growth).default(''),
        sourceLanguage: languageTag.nullish(),
        source: z.object({ title: z.string(), content: z.string() }),
      }),
    )
    .max(maxTranslations, 'valueInvalid'),
})

/** Normalizes a BCP 47 language tag (`pt-PT`, `zh-Hans`); null if invalid. */
function canonicalTag(tag: string): string | null {
  try {
    return new Intl.Locale(tag).toString()
  } catch {
    return null
  }
}

/** Returns a tag's language and script, with likely defaults: `zh-TW` is Chinese in traditional characters. */
function likely(tag: string): { language: string; script: string | undefined } | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return { language, script }
  } catch {
    return null
  }
}

/** Compares language and script: `pt` and `pt-PT` are the same, `zh-CN` and `zh-TW` aren't. */
export function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [likely(one), likely(other)]
  return first !== null && second !== null && first.language === second.language && first.script === second.script
}

/** Returns the languages that suit a page: its own, then the language without region, then its other regions. */
export function servingLanguages(locale: string, languages: readonly string[]): string[] {
  const own = canonicalTag(locale)
  const rank = (tag: string) => (tag === own ? 0 : tag.includes('-') ? 2 : 1)
  return languages
    .filter((tag) => isSameLanguage(tag, locale))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))
}

/** Languages that reviews can be translated into: the second list of spec 9, and ours. */
export const TRANSLATION_LANGUAGES = [
  'en',
  'es',
  'hi',
  'fr',
  'nl',
  'ja',
  'ko',
  'vi',
  'de',
  'it',
  'pt',
  'zh',
  'ar',
  'he',
] as const
export type TranslationLanguage = (typeof TRANSLATION_LANGUAGES)[number]

interface Choice {
  primaryLanguage: TranslationLanguage | 'shop'
  languages: readonly TranslationLanguage[]
}

/** Returns the language of the list that a tag is in, or null. */
export const translationLanguage = (tag: string): TranslationLanguage | null =>
  TRANSLATION_LANGUAGES.find((language) => isSameLanguage(language, tag)) ?? null

/** Returns the languages that every review is translated into. */
export function targetLanguages(choice: Choice, shopLocale: string): TranslationLanguage[] {
  const primary = translationLanguage(choice.primaryLanguage === 'shop' ? shopLocale : choice.primaryLanguage)
  return [...new Set([...(primary ? [primary] : []), ...choice.languages])]
}

/** Returns a page's locale: one with texts of ours, or a language with translated reviews. */
export const pageLocale = (tag: string, translatedInto: readonly string[]): string | null =>
  matchLocale(tag) ?? translatedInto.find((language) => language === tag.toLowerCase().split('-')[0]) ?? null

/** Names of the services that translate. */
export const TRANSLATOR_NAMES: Readonly<Record<string, string>> = { deepl: 'DeepL', libretranslate: 'LibreTranslate' }
