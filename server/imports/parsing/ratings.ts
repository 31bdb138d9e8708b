import { maxRate, minRate } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'

/** How high the ratings of a file go: most apps know 1 to 5, some files 0 to 10. */
export type Scale = 5 | 10

/** `5 étoiles` and its like, with room for spaces. */
const longestRating = 60

/** A number, and whether the cell itself says that it is one of five. */
interface Written {
  value: number
  ofFive: boolean
}

/** The number in a cell such as `4`, `4,6`, `4.0`, `5 stars`, `4/5`, `★★★★☆`; null when there is none. */
export const ratingNumber = (cell: string): number | null => writtenIn(cell.trim())?.value ?? null

/** Up to five drawn stars are stars of five, in a file that counts to ten too; more can only be its own, and the word goes with any number. */
function writtenIn(text: string): Written | null {
  if (text.length > longestRating) return null
  // Phones write a star and a sign that asks for its picture.
  const signs = text.replaceAll('\uFE0F', '')
  if (/^[★⭐]+[☆✩]*$/u.test(signs))
    return { value: signs.replace(/[☆✩]/gu, '').length, ofFive: signs.length <= maxRate }
  const found = /^(\d{1,4}(?:[.,]\d{1,6})?)\s*(?:\/\s*(5|10)|stars?|sterne?|étoiles?|estrellas?)?$/iu.exec(text)
  if (!found) return null
  const value = Number(found[1]?.replace(',', '.'))
  return { value: found[2] === '10' ? value / 2 : value, ofFive: found[2] !== undefined }
}

export type Rating =
  { rate: number; original: string | null; rounded: boolean } | { reason: MessageCode; params?: Record<string, number> }

/**
 * A rating of 1 to 5 from a cell (decisions 'Imports'): ten-point ratings are halved, halves round up, nothing is clamped.
 * `original` is the cell's text where the number was changed, `rounded` whether the stars are not exactly what was written.
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
  // Half a point of five, or one of ten, is the least that rounds up to a star.
  if (written.value > top || rate < minRate) return { reason: 'ratingOutOfRange', params: { min: minRate, max: top } }
  return { rate, original: String(rate) === text && top === maxRate ? null : text, rounded: rate !== stars }
}
