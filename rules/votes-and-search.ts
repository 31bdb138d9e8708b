import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { foldText } from './fold-text.ts'
import { optionalEmail, oneOf, text } from './validation.ts'

/** Votes on a review; `none` removes the vote. */
export const VOTES = ['helpful', 'unhelpful', 'none'] as const
export type Vote = (typeof VOTES)[number]

export const REPORT_REASONS = ['spam', 'offensive', 'personal', 'wrongProduct', 'fake', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** The merchant's decision: the review stays, it was hidden, or the report is ignored. */
export const REPORT_DECISIONS = ['kept', 'hidden', 'dismissed'] as const
export type ReportDecision = (typeof REPORT_DECISIONS)[number]

export const maxReportChars = 1_000

/** Form "Report this review"; the email address is only used to respond. */
export const reportInput = z.object({
  reason: oneOf(REPORT_REASONS),
  text: text(maxReportChars).optional(),
  email: optionalEmail('emailFieldInvalid').optional(),
})

/** Words of a search; further ones are ignored. */
const maxSearchWords = 8
export const maxShopperSearchChars = 100
export const maxVariantChars = 255

/** Returns the folded words of a search, the longest first, because the index is searched for it. */
export function splitSearchWords(search: string): string[] {
  const words = foldText(cleanLine(search)).split(' ').filter(Boolean)
  return [...new Set(words)].slice(0, maxSearchWords).toSorted((one, other) => other.length - one.length)
}

const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i
export const isLanguageTag = (tag: string): boolean => languageTag.test(tag)
