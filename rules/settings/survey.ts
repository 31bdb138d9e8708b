import { z } from 'zod'
import { LOCALE_IDS, type Locale } from '../locales.ts'
import { flag, line, listOf, oneOf, part, refuse } from '../validation.ts'
import { settingsDocument } from './document.ts'

export const SURVEY_KINDS = ['choices', 'text'] as const
/** Event of an order from which the email's delay counts. */
export const SURVEY_STARTS = ['fulfillment', 'delivery'] as const
export const minSurveyChoices = 2
export const maxSurveyChoices = 8
export const maxSurveyQuestionChars = 200
export const maxSurveyChoiceChars = 80

/** Whether a text has a letter or digit. An emoji alone asks nothing. */
const isReadable = (value: string): boolean => /[\p{L}\p{N}]/u.test(value)

/** One line that people can read: letters or digits, no markup. */
const readable = (max: number) =>
  line(max).superRefine((value, context) => {
    if (value !== '' && !isReadable(value)) refuse(context, 'needsLetters')
    else if (/<[a-z/!]/i.test(value)) refuse(context, 'noMarkup')
  })

const choices = listOf(
  readable(maxSurveyChoiceChars).superRefine((value, context) => {
    if (value === '') refuse(context, 'required')
  }),
).superRefine((list, context) => {
  const folded = list.map((choice) => choice.toLowerCase())
  folded.forEach((choice, at) => {
    if (choice !== '' && folded.indexOf(choice) < at)
      context.addIssue({ code: 'custom', message: 'choiceRepeated', path: [at] })
  })
  if (list.length > maxSurveyChoices) refuse(context, 'tooManyChoices', { max: maxSurveyChoices })
})

const surveyTexts = part({
  question: readable(maxSurveyQuestionChars).describe('The question. Empty: as in the primary language.'),
  choices: choices.describe('The choices in the same order. Empty: as in the primary language.'),
}).meta({ title: 'SurveyTexts' })
export type SurveyTexts = z.infer<typeof surveyTexts>

const noTexts: SurveyTexts = { question: '', choices: [] }

const schema = z
  .object({
    enabled: flag.describe('Asks customers. Off: no page and no email shows the survey.'),
    question: readable(maxSurveyQuestionChars)
      .superRefine((value, context) => {
        if (value === '') refuse(context, 'required')
      })
      .describe('The merchant’s question, in the shop’s primary language.'),
    kind: oneOf(SURVEY_KINDS, 'SurveyKind').describe('How the question is answered.'),
    choices: choices.describe('2 to 8 choices, of which the customer picks one.'),
    askComment: flag.describe('Also asks for a comment, if the question has choices.'),
    texts: part(
      Object.fromEntries(LOCALE_IDS.map((locale) => [locale, surveyTexts])) as Record<Locale, typeof surveyTexts>,
    )
      .meta({ keyedBy: 'locale' })
      .describe('The question in other languages than the shop’s primary one, by language.'),
    thankYouPage: flag.describe('Asks on the page after an order.'),
    afterReview: flag.describe('Asks customers who just sent a review.'),
    emailAfter: oneOf(SURVEY_STARTS, 'SurveyStart').describe('From when the email’s delay counts.'),
  })
  .superRefine(({ kind, choices: given, texts }, context) => {
    if (kind !== 'choices') return
    const issue = (path: (string | number)[], message: string, params?: Record<string, number>) =>
      context.addIssue({ code: 'custom', message, path, ...(params && { params }) })
    if (given.length < minSurveyChoices) issue(['choices'], 'tooFewChoices', { min: minSurveyChoices })
    for (const [locale, { choices: translated }] of Object.entries(texts))
      if (translated.length > 0 && translated.length !== given.length)
        issue(['texts', locale, 'choices'], 'choicesDiffer', { count: given.length })
  })
  .describe('The customer survey: one question and the recommendation from 0 to 10 (spec 2: /other-compliance).')
export type SurveySettings = z.infer<typeof schema>

export const SURVEY = settingsDocument(
  schema,
  {
    enabled: false,
    question: 'How did you hear about us?',
    kind: 'choices',
    choices: ['Search engine', 'Social media', 'A friend', 'An ad', 'Somewhere else'],
    askComment: true,
    texts: Object.fromEntries(LOCALE_IDS.map((locale) => [locale, noTexts])) as Record<Locale, SurveyTexts>,
    thankYouPage: true,
    afterReview: false,
    emailAfter: 'fulfillment',
  },
  { gated: { texts: 'translatedContent' } },
)

/** The question as shown. `choices` have the stored value, in the primary language, and their label. */
export interface SurveyQuestion {
  question: string
  kind: (typeof SURVEY_KINDS)[number]
  choices: { value: string; label: string }[]
  askComment: boolean
}

/**
 * Returns the question in a language; what isn't written in it, in the primary one. `standard`: the default question
 * and choices in the shopper's language, for texts that the merchant left unchanged.
 */
export function chooseSurveyTexts(
  survey: SurveySettings,
  { locale, primary, standard }: { locale: Locale; primary: Locale; standard: SurveyTexts },
): SurveyQuestion {
  const { question, choices: labels } = locale === primary ? noTexts : survey.texts[locale]
  const { question: unchanged, choices: unchangedChoices } = SURVEY.defaults
  const standardLabel = (value: string) => standard.choices[unchangedChoices.indexOf(value)]
  return {
    question: question || (survey.question === unchanged && standard.question) || survey.question,
    kind: survey.kind,
    choices:
      survey.kind === 'choices'
        ? survey.choices.map((value, at) => ({ value, label: labels[at] || (standardLabel(value) ?? value) }))
        : [],
    askComment: survey.kind === 'text' || survey.askComment,
  }
}
