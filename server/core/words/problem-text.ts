import type { Problem } from '../errors.ts'
import { word, type WordId } from './words.ts'

/** Specific words for refusals in a shopper's form; all others get one general sentence. */
const problemWords: Readonly<Record<string, WordId>> = {
  rateRequired: 'form.problem.rateRequired',
  ratingOutOfRange: 'form.problem.rateRequired',
  requiredField: 'form.problem.requiredField',
  fillAtMost: 'form.problem.fillAtMost',
  emailFieldInvalid: 'form.problem.emailFieldInvalid',
  uploadLimitReached: 'form.problem.uploadLimitReached',
  invalidFileType: 'form.problem.invalidFileType',
  heicPhoto: 'form.problem.heicPhoto',
  invalidFileSize: 'form.problem.invalidFileSize',
  imageTooManyPixels: 'form.problem.imageTooManyPixels',
  imageDamaged: 'form.problem.imageDamaged',
  videoTooLong: 'form.problem.videoTooLong',
  videoTooLarge: 'form.problem.videoTooLarge',
  videoUnreadable: 'form.problem.videoUnreadable',
  alreadyReviewed: 'form.already',
  scoreRequired: 'survey.problem.score',
}

/** Returns a refusal's sentence for shoppers. A file's sentence has its name, like client/storefront/photos.ts. */
export function problemText(locale: string | null, problem: Problem): string {
  const { code, params } = typeof problem === 'string' ? { code: problem, params: {} } : problem
  const said = word(locale, problemWords[code] ?? 'form.problem.other', params)
  return params['file'] ? `${params['file']}: ${said}` : said
}
