import { maxRate, minRate } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { westernDigits } from './month-names.ts'

/** Highest rating of a file: most apps use 1 to 5, others 0 to 1, 0 to 10 or percent. */
export const SCALES = [1, 5, 10, 100] as const
export type Scale = (typeof SCALES)[number]

/** Fits `Bewertet mit 4,0 von 5 Sternen` and similar, with room for spaces. */
const longestRating = 60
/** Highest ratings that a cell itself may name, as in `8/10` or `4,0 von 5 Sternen`. */
const namedTops: ReadonlySet<number> = new Set([5, 10, 20, 100])
/** Ratings as words, as Google's API writes them. */
const numberWords = new Map(
  [
    'one two three four five',
    'eins zwei drei vier fünf',
    'un deux trois quatre cinq',
    'uno dos tres cuatro cinco',
    'uno due tre quattro cinque',
    'um dois três quatro cinco',
    'een twee drie vier vijf',
    '一 二 三 四 五',
  ].flatMap((words) => words.split(' ').map((word, at) => [word, at + 1] as const)),
)
const number = String.raw`(\d{1,4}(?:[.,]\d{1,6})?)`
const starWord = String.raw`(?:stars?|sterne?n?|sterren|ster|étoiles?|estrellas?|estrelas?|stell[ae]|stjärn\p{L}*|stjerner?|gwiazd\p{L}*|yıldız|[★⭐☆]+|[つ个個颗顆]?星|점|点|點|分)`
const shapes = {
  plain: new RegExp(`^(?:[★⭐]+|별점?|評価|评分)?:? ?${number}(?:[ -]?${starWord})?$`, 'iu'),
  /** `Rated 5 stars`. */
  worded: new RegExp(String.raw`^(?:[\p{L}\p{M}]+(?: ?[.:])? ){1,3}${number}[ -]?${starWord}$`, 'iu'),
  /** `Rated 4 out of 5`, `4/5 stars`, `4,0 von 5 Sternen`, `4.0 颗星，最多 5 颗星`. */
  ofTop: new RegExp(
    String.raw`^(?:[\p{L}\p{M}]+(?: ?[.:])? ){0,3}${number}(?:[ -]?${starWord})? ?(?:/|\b(?:out of|of|von|sur|de|su|di|van de|van|z|ze|av|af)\b|من|[,、]? ?最[多高]) ?${number}(?:[ -]?[\p{L}★⭐]+)?\.?$`,
    'iu',
  ),
  /** `5つ星のうち4.0`, `별 5개 중 4.0개`, `5 yıldız üzerinden 4,0`. */
  topFirst: new RegExp(
    String.raw`^(?:별 ?)?${number} ?(?:つ?星のうち|点満点中|점 만점에|개 중|점 중|yıldız üzerinden) ?${number} ?\p{L}?$`,
    'iu',
  ),
  percent: new RegExp(`^${number} ?%$`, 'u'),
}

/** A number and the highest rating that the cell itself names. */
interface Written {
  value: number
  top: number | null
}

/** Returns the number in a cell such as `4`, `4,6`, `4.0` or `5 stars`. Null if the cell names its scale, as `4/5`. */
export function ratingNumber(cell: string): number | null {
  const written = writtenIn(cell)
  return written?.top === null ? written.value : null
}

function writtenIn(cell: string): Written | null {
  const trimmed = cell.trim()
  if (trimmed.length > longestRating) return null
  const plain = (written: string): string =>
    westernDigits(written.normalize('NFKC')).replaceAll('٫', '.').replace(/\s+/g, ' ')
  const text = plain(trimmed)
  return drawnIn(text) ?? spelledIn(text) ?? countedIn(plain(withDecimals(trimmed)))
}

const fractionSigns: Readonly<Record<string, string>> = { '¼': '.25', '½': '.5', '¾': '.75' }

/** Writes `3½`, `3 1/2` and `½` as decimals. NFKC would make 31⁄2 of the first. */
const withDecimals = (text: string): string =>
  text.replace(
    /(\d{0,4})\s?(?:([¼½¾])|(?<=\d\s)1[/⁄]2)(?!\d)/u,
    (_all, whole: string, sign = '½') => `${whole || '0'}${fractionSigns[sign as string] ?? ''}`,
  )

/** Reads drawn stars. Up to five are stars of five, even in a ten-point file; more use the file's scale. */
function drawnIn(text: string): Written | null {
  // Phones add a variation selector for emoji after a star. NFKC writes ½ as 1⁄2.
  const [, filled, half = '', empty = ''] = /^([★⭐🌟]+)(1⁄2|⯪)?([☆✩]*)$/u.exec(text.replace(/[\uFE0F\s]/gu, '')) ?? []
  if (filled === undefined) return null
  const value = [...filled].length + (half === '' ? 0 : 0.5)
  return { value, top: Math.ceil(value) + [...empty].length <= maxRate ? maxRate : null }
}

function spelledIn(text: string): Written | null {
  const [, word = ''] = /^(\p{L}+?)(?:つ?星|[\s_-]+\p{L}+)?$/u.exec(text.toLowerCase()) ?? []
  const value = numberWords.get(word)
  return value === undefined ? null : { value, top: maxRate }
}

function countedIn(text: string): Written | null {
  const [, plain] = shapes.plain.exec(text) ?? shapes.worded.exec(text) ?? []
  if (plain !== undefined) return { value: toNumber(plain), top: null }
  const [, percent] = shapes.percent.exec(text) ?? []
  if (percent !== undefined) return { value: toNumber(percent), top: 100 }
  const [, highest, rating] = shapes.topFirst.exec(text) ?? []
  const [, value = rating, top = highest] = shapes.ofTop.exec(text) ?? []
  if (value === undefined || top === undefined || !namedTops.has(toNumber(top))) return null
  return { value: toNumber(value), top: toNumber(top) }
}

const toNumber = (text: string): number => Number(text.replace(',', '.'))

type Rating =
  { rate: number; original: string | null; rounded: boolean } | { reason: MessageCode; params?: Record<string, number> }

/**
 * Reads a rating of 1 to 5 (decisions 'Imports'): other scales are converted, halves round up, nothing is clamped.
 * `original` is the cell's text if the number changed, `rounded` whether stars were rounded.
 */
export function readRating(cell: string, scale: Scale, { fractions = false } = {}): Rating {
  const text = cell.trim()
  if (text === '') return { reason: 'ratingMissing' }
  const written = writtenIn(text)
  if (written === null) return { reason: 'badRating' }
  if (written.value === 0) return { reason: 'ratingZero' }
  const top = written.top ?? scale
  // Avoids 0.7 * 5 = 3.4999999999999996.
  const stars = Number(((written.value * maxRate) / top).toFixed(6))
  const rate = Math.round(stars)
  // Rounds up less than one only if the cell or the file shows that the scale is five.
  const isBelow = written.top === null && top === maxRate && !fractions ? stars < minRate : rate < minRate
  if (written.value > top || isBelow) return { reason: 'ratingOutOfRange', params: { min: minRate, max: top } }
  return { rate, original: String(rate) === text && top === maxRate ? null : text, rounded: rate !== stars }
}
