import { cleanText as clean } from '../../../rules/clean-text.ts'

/** The apostrophe that keeps a spreadsheet from running the cell as a formula. Many exports have it, ours included. */
const disarmed = /^'(?=[=+\-@])/
const shortestCut = 40

export const cleanText = (cell: string): string => (cell === '' ? '' : clean(cell).trim().replace(disarmed, ''))

export const cleanLine = (cell: string): string => (cell === '' ? '' : cleanText(cell).replace(/\s+/g, ' '))

/** Shortens a text without splitting a surrogate pair, which PostgreSQL refuses in JSON. */
export const shorten = (text: string, max: number): string => text.slice(0, max).toWellFormed()

/** Cuts a text to a limit with an ellipsis, without splitting a character. */
export const cutShort = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`

/** Whether a title is only the beginning of the text, as some exporters fill it in. */
export function isCutFrom(title: string, content: string): boolean {
  const whole = content.replace(/\s+/g, ' ')
  if (title === '' || title === whole) return true
  const start = /(?:\.\.\.|…)$/.test(title) ? title.replace(/(?:\.\.\.|…)$/, '').trimEnd() : title
  return whole.startsWith(start) && (start !== title || start.length >= shortestCut)
}

const twiceEncoded = /[ÂÃ][\u0080-\u00BFŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]|â€|Ð[\u0080-\u00BF]/

/** Whether UTF-8 was once read as Windows-1252 and saved so (`tardÃ³`). Leaves such text unrepaired. */
export const looksGarbled = (text: string): boolean => twiceEncoded.test(text)
