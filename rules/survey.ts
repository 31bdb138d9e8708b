/** Days during which a customer may change an answer. */
export const surveyChangeDays = 7
/** How long after an order its thank-you page may ask. */
export const thankYouHours = 24
/** How late an order may follow an answer on its thank-you page: an earlier answer guessed the order. */
export const maxClockGapMinutes = 5
export const maxSurveyCommentChars = 2_000
/** Where a survey was answered. */
export const SURVEY_CHANNELS = ['thankYou', 'email', 'review'] as const
export type SurveyChannel = (typeof SURVEY_CHANNELS)[number]

/** Scores of "How likely are you to recommend us?". */
export const SURVEY_SCORES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

export type SurveyGroup = 'promoter' | 'passive' | 'detractor'

/** Returns the group of a score: promoters give 9 or 10, passives 7 or 8. */
export function groupOfScore(score: number): SurveyGroup {
  if (score >= 9) return 'promoter'
  return score >= 7 ? 'passive' : 'detractor'
}

const weights: Readonly<Record<SurveyGroup, number>> = { promoter: 100, passive: 0, detractor: -100 }

/** Returns what an answer adds to the net promoter score, which is the average of all, -100 to 100. */
export const weighScore = (score: number): number => weights[groupOfScore(score)]
