import { z } from 'zod'
import { foldText } from '../fold-text.ts'
import { maxRuleWordChars, maxRuleWords, REVIEW_LANGUAGES, RULE_ACTS } from '../moderation.ts'
import { maxRefusalNoteChars, REFUSAL_REASONS } from '../refusal.ts'
import { flag, listOf, oneOf, requiredLine, text } from '../validation.ts'
import { settingsDocument } from './document.ts'

const act = oneOf(RULE_ACTS, 'RuleAct')

const schema = z
  .object({
    words: listOf(requiredLine(maxRuleWordChars))
      .max(maxRuleWords, { error: 'tooManyWords' })
      .transform((words) => [...new Map(words.map((word) => [foldText(word), word])).values()])
      .describe('Words and phrases, found as whole words whatever their case and accents. Never regular expressions.'),
    wordAct: act.describe('What happens to a review that holds one of the words.'),
    wordReason: oneOf(REFUSAL_REASONS, 'RefusalReason').describe('The reason that authors get if the act is reject.'),
    linkAct: act.describe('What happens to a review with a link.'),
    contactAct: act.describe('What happens to a review with a mail address or a telephone number.'),
    languageAct: act.describe('What happens to a review in another language. Short texts stay undecided.'),
    languages: listOf(oneOf(REVIEW_LANGUAGES))
      .max(REVIEW_LANGUAGES.length, { error: 'valueInvalid' })
      .describe('Languages that reviews may have, as ISO 639-1 codes.'),
    rejectNote: text(maxRefusalNoteChars).describe('The shop’s own words to the authors of rejected reviews.'),
    markImports: flag.describe('Marks imported reviews that a rule finds. They are never held or rejected.'),
  })
  .describe('Rules for new reviews: words, links, contacts and languages. Never stars.')
  .superRefine((value, context) => {
    const { languageAct, languages, rejectNote } = value
    const needed = (path: string) => context.addIssue({ code: 'custom', message: 'required', path: [path] })
    if (languageAct !== 'off' && languages.length === 0) needed('languages')
    if (needsRejectNote(value) && rejectNote === '') needed('rejectNote')
  })
export type ModerationSettings = z.infer<typeof schema>

/** Whether authors of rejected reviews need the shop's own words: the reason alone doesn't say why. */
export function needsRejectNote({
  wordAct,
  wordReason,
  languageAct,
}: Pick<ModerationSettings, 'wordAct' | 'wordReason' | 'languageAct'>): boolean {
  return languageAct === 'reject' || (wordAct === 'reject' && wordReason === 'other')
}

export const MODERATION = settingsDocument(schema, {
  words: [],
  wordAct: 'hold',
  wordReason: 'insult',
  linkAct: 'off',
  contactAct: 'off',
  languageAct: 'off',
  languages: [],
  rejectNote: '',
  markImports: false,
})
