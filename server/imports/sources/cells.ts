import { COUNTRIES, isCountryCode } from '../../../rules/countries.ts'
import { maxEmailChars, maxPhotosPerImportedReview, maxReviewVideos } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { ReviewSource } from '../../../rules/review-status.ts'
import { cleanLine, shorten } from '../parsing/text.ts'
import type { Row } from './row.ts'
import type { Field } from './source.ts'
import { foldWord, readYesNo } from './words.ts'

type Cells = Pick<Row, 'cell'>
type Remark = (reason: MessageCode, params?: Record<string, number>) => void

export const shownValueChars = 200
/** Only these words and a yes count: Judge.me's `email` or `nothing` don't prove a purchase (domain rule 9). */
const verifiedWords = new Set(
  `verified buyer customer purchase purchased confirmed verifiziert verifizierter verifizierte kauf kaufer bestatigt bestatigter verifie verifiee achat acheteur
  verificado verificada compra comprador verificato verificata acquisto acquirente geverifieerd geverifieerde aankoop koper verificado cliente da mua hang xac minh
  認証済み 購入 購入済み 구매 구매인증 구매확인 已验证 已購買 已购买 购买`
    .split(/\s+/)
    .map(foldWord),
)
/** Servers hardly accept longer addresses. */
const longestAddress = 4_000
const plainEmail = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@.<>()",;:\\]+$/
/** Replaces an invalid entry of a list, so that it is reported as invalid. */
const noAddress = '?'
const isWebAddress = (text: string): boolean =>
  text.length <= longestAddress && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
const pictureFields = [
  'pictures',
  'pictures2',
  'pictures3',
  'pictures4',
  'pictures5',
] as const satisfies readonly Field[]
const marketplaces: ReadonlySet<string> = new Set<ReviewSource>(['amazon', 'aliexpress', 'shopee', 'cjdropshipping'])
const countryCodes = new Map(Object.entries(COUNTRIES).map(([code, name]) => [name.toLowerCase(), code]))

const wordOf = (cell: string): string => cell.trim().toLowerCase()
export const isYes = (cell: string): boolean => readYesNo(cell) === true

const verifying = ['verif', 'geverif', 'confirm', 'bestat', '認証', '購入済', '已', '购买', '구매', 'xac'].map(foldWord)

/** Whether a cell says yes, or names a verified buyer or purchase: `Verified Purchase`, `verified_buyer`. */
export function looksVerified(cell: string): boolean {
  const words = foldWord(cell)
    .split(/[\s_-]+/)
    .filter(Boolean)
  if (isYes(cell) || words.join() === 'buyer') return true
  return (
    words.every((word) => verifiedWords.has(word)) &&
    words.some((word) => verifying.some((start) => word.startsWith(start)))
  )
}

/** @param fallback an address from another cell, for an empty one */
export function emailOf({ cell }: Cells, fallback: string, remark: () => void): string {
  const email = cell('email').trim().toLowerCase() || fallback
  if (email === '') return ''
  if (email.length <= maxEmailChars && plainEmail.test(email)) return email
  remark()
  return ''
}

/** Returns the marketplace that a file of ours names, otherwise `imported`. */
export function sourceOf({ cell }: Cells): ReviewSource {
  const word = wordOf(cell('source'))
  return marketplaces.has(word) ? (word as ReviewSource) : 'imported'
}

/** Reads a country from two letters or its English name. Other text becomes the location. */
export function countryOf({ cell }: Cells): { country: string | null; location: string } {
  const location = shorten(cleanLine(cell('location')), shownValueChars)
  const written = cleanLine(cell('country'))
  if (written === '') return { country: null, location }
  const code = isCountryCode(written.toUpperCase()) ? written.toUpperCase() : countryCodes.get(written.toLowerCase())
  return code ? { country: code, location } : { country: null, location: location || shorten(written, shownValueChars) }
}

export function picturesOf({ cell }: Cells, remark: Remark): string[] {
  const { addresses, invalid } = addressesOf(pictureFields.map(cell))
  if (invalid) remark('photoAddressInvalid')
  if (addresses.length > maxPhotosPerImportedReview) remark('tooManyPhotos', { max: maxPhotosPerImportedReview })
  return addresses.slice(0, maxPhotosPerImportedReview)
}

export function videosOf({ cell }: Cells, remark: Remark): string[] {
  const { addresses, invalid } = addressesOf([cell('videos')])
  if (invalid) remark('videoAddressInvalid')
  if (addresses.length > maxReviewVideos) remark('tooManyVideos', { max: maxReviewVideos })
  return addresses.slice(0, maxReviewVideos)
}

/** Reads addresses separated by commas, semicolons or bars, or a JSON array. */
function addressesOf(cells: readonly string[]): { addresses: string[]; invalid: boolean } {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length === 0) return { addresses: [], invalid: false }
  const parts = filled
    .flatMap(listed)
    .flatMap((text) => text.split(/[|\n]/))
    .flatMap(separated)
    .flatMap((text) => text.split(nextAddress))
    .map(trimBrackets)
    .filter(Boolean)
    .map(completeAddress)
  return { addresses: [...new Set(parts.filter(isWebAddress))], invalid: !parts.every(isWebAddress) }
}

/** A space before another address. */
const nextAddress = /\s(?=(?:https?:)?\/\/)/i
/** `cdn.example.com/a.jpg`. */
const withoutScheme = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\/\S/i

/** Adds a missing scheme and encodes spaces within an address. */
function completeAddress(address: string): string {
  if (address.length > longestAddress) return address
  const whole = address.startsWith('//')
    ? `https:${address}`
    : withoutScheme.test(address)
      ? `https://${address}`
      : address
  return /^https?:\/\//i.test(whole) && !/[,;]\s/.test(whole) ? whole.replace(/\s+/g, '%20') : whole
}

/** Splits a cell. Parses JSON lists, because JSON escapes characters of addresses (`\/`, `\u0026`). */
function listed(cell: string): string[] {
  const text = cell.trim()
  if (text.startsWith('[')) {
    try {
      return (JSON.parse(text) as unknown[]).map(addressIn)
    } catch {
      // Not JSON: the text is one address.
    }
  }
  return [text.replace(/^\[|\]$/g, '')]
}

function addressIn(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const { url, src, image } = (entry ?? {}) as Record<string, unknown>
  return [url, src, image].find((value) => typeof value === 'string') ?? noAddress
}

/** Splits addresses at separators. An address may contain separators, so only one before another address ends it. */
function separated(text: string): string[] {
  const addresses: string[][] = []
  for (const piece of text.split(/(?=[,;])/)) {
    const sign = piece.startsWith(',') || piece.startsWith(';') ? piece[0] : ''
    const begins = sign === ';' ? /^(?:https?:)?\/\//i : /^(?:[a-z]{1,20}:|\/\/)/i
    const rest = sign === '' ? piece : piece.slice(1)
    const last = addresses.at(-1)
    if (last && !begins.test(trimBrackets(rest).slice(0, 25))) last.push(piece)
    else addresses.push([rest])
  }
  return addresses.map((pieces) => pieces.join(''))
}

/** Trims spaces, quotes and trailing separators. A regular expression would take quadratic time here. */
function trimBrackets(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isAround(text[start])) start++
  while (end > start && (text[end - 1] === ',' || text[end - 1] === ';' || isAround(text[end - 1]))) end--
  return text.slice(start, end)
}

const isAround = (sign = ''): boolean => sign === '"' || sign === "'" || sign.trim() === ''
