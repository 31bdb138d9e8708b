import { isInvisible } from './visible-text.ts'

const lineBreaks = /\r\n?|[\v\f\x85\u2028\u2029]/g
/**
 * Invisible characters that affect other text or can't be stored. These are controls except tab and line feed, text
 * direction overrides and isolates, and noncharacters. Joiners and direction marks stay, because emoji, Persian and
 * Hebrew need them.
 */
const removed = /[\0-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]/g

/**
 * Cleans all text from outside: forms, files, API, webhooks. Removes control characters; line breaks become \n, a lone
 * surrogate U+FFFD. Never refuses invisible characters, because users couldn't find them.
 */
export function cleanText(text: string): string {
  return text.replace(lineBreaks, '\n').replace(removed, '').toWellFormed()
}

/** Cleans names, titles and other single lines: blanks and line breaks become one space. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

export function normalizeText(text: string): string {
  const kept = cleanText(text).trim()
  return isInvisible(kept) ? '' : kept
}

export function normalizeLine(text: string): string {
  const kept = cleanLine(text)
  return isInvisible(kept) ? '' : kept
}
