import { maxRate, minRate } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'

/** How high the ratings of a file go: most apps know 1 to 5, some files 0 to 10. */
export type Scale = 5 | 10

/** `5 étoiles` and its like, with room for spaces. */
const longestRating = 60

/** The number in a cell such as `4`, `4,6`, `4.0`, `5 stars`, `4/5`, `★★★★☆`; null when there is none. */
export function ratingNumber(cell: string): number | null {
  const text = cell.trim()
  if (text.length > longestRating) return null
  const stars = /^[★⭐]+[☆✩]*$/u.test(text) ? [...text].filter((sign) => sign === '★' || sign === '⭐').length : null
  if (stars !== null) return stars
  const found = /^(\d{1,4}(?:[.,]\d{1,6})?)\s*(?:\/\s*(5|10)|stars?|sterne?|étoiles?|estrellas?)?$/iu.exec(text)
  if (!found) return null
  const value = Number(found[1]?.replace(',', '.'))
  return found[2] === '10' ? value / 2 : value
}

export type Rating = { rate: number; original: string | null } | { reason: MessageCode; params?: Record<string, number> }

/**
 * A rating of 1 to 5 from a cell (decisions 'Imports'): ten-point ratings are halved, halves round up, nothing is clamped.
 * `original` is the cell's text where the number was changed.
 */
export function readRating(cell: string, scale: Scale): Rating {
  const text = cell.trim()
  if (text === '') return { reason: 'ratingMissing' }
  const value = ratingNumber(text)
  if (value === null) return { reason: 'badRating' }
  if (value === 0) return { reason: 'ratingZero' }
  const outOf = text.includes('/')
  const top = outOf ? maxRate : scale
  const halved = scale === 10 && !outOf
  const rate = Math.round(halved ? value / 2 : value)
  // Half a point of five, or one of ten, is the least that rounds up to a star.
  if (value > top || rate < minRate) return { reason: 'ratingOutOfRange', params: { min: minRate, max: top } }
  return { rate, original: String(rate) === text && !halved ? null : text }
}
