import type { DatePreset } from './dates.ts'

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

/** Periods in which an unanswered negative review and a failed email count as news: those of the lists' filters. */
export const negativeReviewPeriod = 'last30Days' satisfies DatePreset
export const failedEmailPeriod = 'last7Days' satisfies DatePreset
/** Percent of the monthly requests from which a merchant is warned. */
export const quotaWarningPercent = 80
/** Largest counted number of reviews and emails. */
export const mostAttention = 1_000
