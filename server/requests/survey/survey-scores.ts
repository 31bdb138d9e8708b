import { word } from '../../core/words/words.ts'
import type { EmailScores } from '../mail/email-content.ts'

/** Returns the scale of an email. A tap only opens the page with the number chosen: link scanners tap, too. */
export const buildScores = (url: string, locale: string, shop: string): EmailScores => ({
  url,
  label: word(locale, 'widget.survey.recommend', { shop }),
  least: word(locale, 'widget.survey.least'),
  most: word(locale, 'widget.survey.most'),
})
