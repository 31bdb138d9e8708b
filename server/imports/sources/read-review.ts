import { maxEmailChars, maxNameChars, maxPhotosPerImportedReview, maxReplyChars, maxReviewContentChars, maxReviewTitleChars } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { readDate } from '../reading/dates.ts'
import { readRating } from '../reading/ratings.ts'
import { cleanLine, cleanText, isCutFrom, looksGarbled, shorten } from '../reading/text.ts'
import type { CellProblem, ImportedStatus, ReadResult, Reading } from './source.ts'

/** What a column can mean. */
export type Field =
  | 'content' | 'rating' | 'title' | 'date' | 'status' | 'hidden' | 'featured' | 'author' | 'email'
  | 'platformId' | 'handle' | 'reply' | 'replyDate' | 'pictures' | 'location' | 'externalId'

/** How an app writes what apps write differently. */
export interface FieldRules {
  id: string
  /** Lower-case words of the status column. */
  statuses: Readonly<Record<string, ImportedStatus>>
}

interface Row {
  /** The raw cell of a field, empty when the file has no such column. */
  cell(field: Field): string
  /** Name of the field's column in this file. */
  nameOf(field: Field): string
  rules: FieldRules
  reading: Reading
}

const shownValueChars = 200
const truths = new Set(['true', 'yes', '1', 'oui', 'y'])
const plainEmail = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@.<>()",;:\\]+$/
const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
const dayMs = 86_400_000
/** The day may have begun in the easternmost zone. */
const easternmostMs = 14 * 3_600_000

/** Reads one record into a review, or says all that keeps it out (domain rules 3, 4, 5 and 9). */
export function readReview(row: Row): ReadResult {
  const bad: CellProblem[] = []
  const remarks: CellProblem[] = []
  const problem = (field: Field, reason: MessageCode, params?: Record<string, string | number>): CellProblem =>
    ({ column: row.nameOf(field), value: shorten(row.cell(field).trim(), shownValueChars), reason, ...(params && { params }) })
  const text = (field: Field, longest: number, reason: MessageCode): string => {
    const value = field === 'content' || field === 'reply' ? cleanText(row.cell(field)) : cleanLine(row.cell(field))
    if (value.includes('\uFFFD')) bad.push(problem(field, 'textDamaged'))
    else if (value.length > longest) bad.push(problem(field, reason, { max: longest }))
    else if (looksGarbled(value)) remarks.push(problem(field, 'textGarbled'))
    return value
  }

  const content = text('content', maxReviewContentChars, 'contentTooLong')
  if (content === '') bad.push(problem('content', 'contentMissing'))
  const title = text('title', maxReviewTitleChars, 'titleTooLong')
  const author = text('author', maxNameChars, 'nameTooLong')
  const reply = text('reply', maxReplyChars, 'contentTooLong')
  const repliedAt = dateOf(row, 'replyDate')
  if (repliedAt && 'reason' in repliedAt) remarks.push(problem('replyDate', repliedAt.reason))
  const rating = readRating(row.cell('rating'), row.reading.scale)
  if ('reason' in rating) bad.push(problem('rating', rating.reason, rating.params))
  const date = dateOf(row, 'date')
  if (date && 'reason' in date) bad.push(problem('date', date.reason))
  if (bad.length > 0 || 'reason' in rating || (date && 'reason' in date)) return { bad }

  return {
    ok: {
      externalId: externalIdOf(row),
      product: { platformId: platformIdOf(row.cell('platformId')), handle: row.cell('handle').trim().toLowerCase() },
      rate: rating.rate,
      originalRate: rating.original,
      title: isCutFrom(title, content) ? '' : title,
      content,
      author,
      email: emailOf(row, () => remarks.push(problem('email', 'emailUnreadable'))),
      createdAt: date?.at ?? null,
      sourceDay: date?.day ?? '',
      status: statusOf(row),
      featured: truths.has(row.cell('featured').trim().toLowerCase()),
      reply: reply === '' ? null : { content: reply, at: repliedAt && 'at' in repliedAt ? repliedAt.at : null },
      pictures: picturesOf(row, (reason, params) => remarks.push(problem('pictures', reason, params))),
      location: shorten(cleanLine(row.cell('location')), shownValueChars),
    },
    remarks,
  }
}

function dateOf({ cell, reading }: Row, field: Field): { at: Date; day: string } | { reason: MessageCode } | null {
  if (cell(field).trim() === '') return null
  const date = readDate(cell(field), reading.dates)
  if (!date) return { reason: 'dateUnreadable' }
  const now = reading.now.getTime()
  if (date.at.getTime() <= now) return date
  // Noon of today has not come everywhere: a date without a time is in the future only when its day is.
  const isToday = Date.parse(date.day) <= now + easternmostMs && date.at.getTime() % dayMs === dayMs / 2
  return isToday ? { at: reading.now, day: date.day } : { reason: 'dateInFuture' }
}

/** Platform ids come bare, as `gid://shopify/Product/555`, or spoilt by a spreadsheet (`9.1E+12`), which names no product. */
function platformIdOf(cell: string): string {
  const found = /^(?:gid:\/\/\w+\/Product\/)?'?(\d{1,20})(?:\.0)?$/.exec(cell.trim())
  return found?.[1] ?? ''
}

function externalIdOf({ cell, rules }: Row): string | null {
  const id = cell('externalId').trim()
  return id === '' || id.length > shownValueChars ? null : `${rules.id}:${id}`
}

function emailOf({ cell }: Row, remark: () => void): string {
  const email = cell('email').trim().toLowerCase()
  if (email === '') return ''
  if (plainEmail.test(email) && email.length <= maxEmailChars) return email
  remark()
  return ''
}

/** A word we do not know keeps the review out of sight until somebody has looked at it. */
function statusOf({ cell, rules }: Row): ImportedStatus | null {
  const word = cell('status').trim().toLowerCase()
  const status = word === '' ? null : (rules.statuses[word] ?? 'pending')
  return truths.has(cell('hidden').trim().toLowerCase()) && status !== 'rejected' ? 'hidden' : status
}

/** Addresses separated by commas or bars, or a JSON array of them; what is no web address is left out. */
function picturesOf({ cell }: Row, remark: (reason: MessageCode, params?: Record<string, number>) => void): string[] {
  const text = cell('pictures').trim()
  if (text === '') return []
  const parts = text.replace(/^\[|\]$/g, '').split(/[,|\n]\s*(?=["'\s]*(?:https?:|[a-z]+:))|[|\n]/i)
    .map((part) => part.trim().replace(/^["']|["',]$/g, '')).filter(Boolean)
  const addresses = [...new Set(parts.filter(isWebAddress))]
  if (!parts.every(isWebAddress)) remark('photoAddressInvalid')
  if (addresses.length > maxPhotosPerImportedReview) remark('tooManyPhotos', { max: maxPhotosPerImportedReview })
  return addresses.slice(0, maxPhotosPerImportedReview)
}
