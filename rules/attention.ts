/** What a merchant has to do today, the most urgent first. */
export const ATTENTION_KINDS = [
  'planOnHold',
  'objections',
  'reports',
  'suspicious',
  'negative',
  'pending',
  'failedEmails',
  'unverifiedSender',
  'quota',
  'import',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Days in which an unanswered negative review and a failed email count as news. */
export const negativeReviewDays = 30
export const failedEmailDays = 7
/** Percent of the monthly requests from which a merchant is warned. */
export const quotaWarningPercent = 80
/** Largest counted number of reviews and emails; a screen shows it with a plus. */
export const mostAttention = 100
