import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { optionalEmail, oneOf, text } from './validation.ts'

/** What a shopper can say about a review; `none` takes a vote back. */
export const VOTES = ['helpful', 'unhelpful', 'none'] as const
export type Vote = (typeof VOTES)[number]

/** Why a shopper reports a review. */
export const REPORT_REASONS = ['spam', 'offensive', 'personal', 'wrongProduct', 'fake', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** What the merchant decided about a report: the review stays, it was hidden, or the report itself meant nothing. */
export const REPORT_DECISIONS = ['kept', 'hidden', 'dismissed'] as const
export type ReportDecision = (typeof REPORT_DECISIONS)[number]

export const maxReportChars = 1_000

/** The form "Report this review"; the address is only for an answer. */
export const reportInput = z.object({
  reason: oneOf(REPORT_REASONS),
  text: text(maxReportChars).optional(),
  email: optionalEmail('emailFieldInvalid').optional(),
})
export type ReportInput = z.infer<typeof reportInput>

/** Words of a shopper's search that count; further ones are ignored. */
export const maxSearchWords = 8
export const maxShopperSearchChars = 100
export const maxVariantChars = 255

/** The words that a title or text must hold, lower case, the longest first: that one is looked up. */
export function splitSearchWords(search: string): string[] {
  const words = cleanLine(search).toLowerCase().split(' ').filter(Boolean)
  return [...new Set(words)].slice(0, maxSearchWords).toSorted((one, other) => other.length - one.length)
}

const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i
/** Whether a text may name the language of a review. */
export const isLanguageTag = (tag: string): boolean => languageTag.test(tag)
