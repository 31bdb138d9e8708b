import { z } from 'zod'
import { maxLabelChars, maxTranslatedCharacters } from '../limits.ts'
import { LABEL_IDS, LABEL_LANGUAGES } from '../widget-labels.ts'
import { TRANSLATION_LANGUAGES } from '../translations.ts'
import { flag, label, listOf, oneOf, part, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'

const language = oneOf(TRANSLATION_LANGUAGES, 'TranslationLanguage')

const ownLabel = part({
  language: oneOf(LABEL_LANGUAGES, 'LabelLanguage').describe('The language of the page.'),
  label: oneOf(LABEL_IDS, 'WidgetLabel').describe('The word that it replaces.'),
  text: label(maxLabelChars).describe(`The merchant’s words, 1 to ${maxLabelChars} characters.`),
}).meta({ title: 'OwnLabel' })

const schema = z
  .object({
    enableTranslateReviewContent: flag.describe('Shows and makes translations of reviews. Off: only originals.'),
    showTranslateReviewContent: flag.describe(
      'Shows the translation, and the original on request. Off: the original, and the translation on request.',
    ),
    primaryLanguage: oneOf(['shop', ...TRANSLATION_LANGUAGES], 'PrimaryTranslationLanguage').describe(
      'Every review is translated into it, and pages in languages without translations show it. shop: the shop’s primary language; other pages then show originals.',
    ),
    languages: listOf(language)
      .max(TRANSLATION_LANGUAGES.length, { error: 'valueInvalid' })
      .transform((chosen) => [...new Set(chosen)])
      .describe('Further languages that reviews are translated into.'),
    monthlyCharacters: wholeNumber(1_000, maxTranslatedCharacters).describe(
      'Characters that may be sent to the translation service in a calendar month (UTC).',
    ),
    labels: listOf(ownLabel)
      .max(LABEL_IDS.length * LABEL_LANGUAGES.length, { error: 'valueInvalid' })
      .superRefine((labels, context) => {
        const known = new Set<string>()
        labels.forEach(({ language: of, label: id }, at) => {
          if (known.has(`${of} ${id}`))
            context.addIssue({ code: 'custom', message: 'valueInvalid', path: [at, 'label'] })
          known.add(`${of} ${id}`)
        })
      })
      .describe('Labels of widgets in the merchant’s own words. Others have Candor’s words.'),
  })
  .describe('Translation of reviews, and labels of the widgets (spec 3, Other).')
export type TranslationSettings = z.infer<typeof schema>

export const TRANSLATIONS = settingsDocument(
  schema,
  {
    enableTranslateReviewContent: true,
    showTranslateReviewContent: true,
    primaryLanguage: 'shop',
    languages: [],
    monthlyCharacters: 100_000,
    labels: [],
  },
  { gated: { primaryLanguage: 'translatedContent', languages: 'translatedContent' } },
)
