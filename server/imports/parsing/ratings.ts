import { maxRate, minRate } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'

/** Highest rating of a file: most apps use 1 to 5, some files 0 to 10. */
export type Scale = 5 | 10

/** Fits `5 étoiles` and similar, with room for spaces. */
const longestRating = 60

/** A number, and whether the cell itself states a scale of five. */
interface Written {
  value: number
  ofFive: boolean
}

/** Returns the number in a cell such as `4`, `4,6`, `4.0`, `5 stars`, `4/5`, `★★★★☆`; null without one. */
export const ratingNumber = (cell: string): number | null => writtenIn(cell.trim())?.value ?? null

/**
 * Reads a written rating. Up to five drawn stars are stars of five, even in a ten-point file. More stars, or a number
 * with a word, use the file's scale.
 */
function writtenIn(text: string): Written | null {
  if (text.length > longestRating) return null
  // Phones add a variation selector for emoji after a star.
  const signs = text.replaceAll('\uFE0F', '')
  if (/^[★⭐]+[☆✩]*$/u.test(signs))
    return { value: signs.replace(/[☆✩]/gu, '').length, ofFive: signs.length <= maxRate }
  const found = /^(\d{1,4}(?:[.,]\d{1,6})?)\s*(?:\/\s*(5|10)|stars?|sterne?|étoiles?|estrellas?)?$/iu.exec(text)
  if (!found) return null
  const value = Number(found[1]?.replace(',', '.'))
  return { value: found[2] === '10' ? value / 2 : value, ofFive: found[2] !== undefined }
}

type Rating =
  { rate: number; original: string | null; rounded: boolean } | { reason: MessageCode; params?: Record<string, number> }

/**
 * Reads a rating of 1 to 5 (decisions 'Imports'): ten-point ratings are halved, halves round up, nothing is clamped.
 * `original` is the cell's text if the number changed, `rounded` whether stars were rounded.
 */
export function readRating(cell: string, scale: Scale): Rating {
  const text = cell.trim()
  if (text === '') return { reason: 'ratingMissing' }
  const written = writtenIn(text)
  if (written === null) return { reason: 'badRating' }
  if (written.value === 0) return { reason: 'ratingZero' }
  const top = written.ofFive ? maxRate : scale
  const stars = written.value * (maxRate / top)
  const rate = Math.round(stars)
  // The lowest value that rounds up to one star is half a point of five, or one of ten.
  if (written.value > top || rate < minRate) return { reason: 'ratingOutOfRange', params: { min: minRate, max: top } }
  return { rate, original: String(rate) === text && top === maxRate ? null : text, rounded: rate !== stars }
}
