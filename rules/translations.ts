import { z } from 'zod'
import { maxReviewContentChars, maxReviewTitleChars } from './limits.ts'
import { isLanguageTag } from './votes-and-search.ts'
import { line, text } from './validation.ts'

/** Translations that one call may save. */
export const maxTranslations = 500
/** A translation may be longer than its original. */
const growth = 2

const languageTag = z
  .string('required')
  .trim()
  .refine(isLanguageTag, 'valueInvalid')
  .transform((tag) => canonicalTag(tag) ?? tag)

/** Translations to save. `source` is the text that was translated, which may have changed since. */
export const translationsInput = z.object({
  translations: z
    .array(
      z.object({
        reviewId: z.uuid('valueInvalid'),
        language: languageTag,
        title: line(maxReviewTitleChars * growth).default(''),
        text: text(maxReviewContentChars * growth).default(''),
        /** The language that was translated from, where the review does not say it. */
        sourceLanguage: languageTag.nullish(),
        source: z.object({ title: z.string(), content: z.string() }),
      }),
    )
    .max(maxTranslations, 'valueInvalid'),
})

/** Writes a language tag as BCP 47 does (`pt-PT`, `zh-Hans`); null for none. */
export function canonicalTag(tag: string): string | null {
  try {
    return new Intl.Locale(tag).toString()
  } catch {
    return null
  }
}

/** The language and script of a tag, likely ones where it names none: `zh-TW` is Chinese in traditional characters. */
function likely(tag: string): { language: string; script: string | undefined } | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return { language, script }
  } catch {
    return null
  }
}

/** Whether readers of one language read texts in the other: regions differ (`pt` and `pt-PT`), scripts don't (`zh-CN` and `zh-TW` do). */
export function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [likely(one), likely(other)]
  return first !== null && second !== null && first.language === second.language && first.script === second.script
}

/** Returns those of the languages that serve a page: its own first, then the language without a region, then other regions of it. */
export function servingLanguages(locale: string, languages: readonly string[]): string[] {
  const own = canonicalTag(locale)
  const rank = (tag: string) => (tag === own ? 0 : tag.includes('-') ? 2 : 1)
  return languages
    .filter((tag) => isSameLanguage(tag, locale))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))
}
