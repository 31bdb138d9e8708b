import { isInvisible } from './visible-text.ts'

const lineBreaks = /\r\n?|[\v\f\x85\u2028\u2029]/g
/**
 * Characters that no reader sees and that change what stands around them or what can be stored: control characters other than
 * tab and line feed, embeddings, overrides and isolates of text direction, and noncharacters. Joiners and direction marks
 * stay: emoji, Persian and Hebrew need them.
 */
const removed = /[\0-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]/g

/**
 * The one rule for text from outside: forms, files, API, webhooks. Returns a text of several lines without control characters;
 * every line break becomes \n, a lone surrogate U+FFFD. Nothing is refused for an invisible character: its sender cannot find it.
 */
export function cleanText(text: string): string {
  return text.replace(lineBreaks, '\n').replace(removed, '').toWellFormed()
}

/** Likewise for names, titles and other texts of one line: runs of blanks and line breaks become one space. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** Returns a text of several lines as it is stored: cleaned, trimmed, and empty where a reader would see nothing. */
export function normalizeText(text: string): string {
  const kept = cleanText(text).trim()
  return isInvisible(kept) ? '' : kept
}

/** Returns a text of one line as it is stored. */
export function normalizeLine(text: string): string {
  const kept = cleanLine(text)
  return isInvisible(kept) ? '' : kept
}
