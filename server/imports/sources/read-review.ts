import { splitContact } from '../../../rules/author-name.ts'
import { maxNameChars, maxReplyChars, maxReviewContentChars, maxReviewTitleChars } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { readDate } from '../parsing/dates.ts'
import { readRating } from '../parsing/ratings.ts'
import { cleanLine, cleanText, cutShort, isCutFrom, looksGarbled, shorten } from '../parsing/text.ts'
import { countryOf, emailOf, isYes, looksVerified, picturesOf, shownValueChars, sourceOf, videosOf } from './cells.ts'
import { readProductNames } from './product-names.ts'
import type { Row } from './row.ts'
import type { CellProblem, Field, ImportedStatus, ReadResult } from './source.ts'

const limits = {
  content: { longest: maxReviewContentChars, reason: 'contentTooLong' },
  reply: { longest: maxReplyChars, reason: 'contentTooLong' },
  title: { longest: maxReviewTitleChars, reason: 'titleTooLong' },
  author: { longest: maxNameChars, reason: 'nameTooLong' },
  lastName: { longest: maxNameChars, reason: 'nameTooLong' },
  otherAuthor: { longest: maxNameChars, reason: 'nameTooLong' },
} as const satisfies Partial<Record<Field, { longest: number; reason: MessageCode }>>
type LimitedField = keyof typeof limits
type TextReader = (field: LimitedField) => string

const cleaned = ({ cell }: Pick<Row, 'cell'>, field: LimitedField): string =>
  field === 'content' || field === 'reply' ? cleanText(cell(field)) : cleanLine(cell(field))

/** Whether a title, name or text of a record is over its limit. */
export const hasLongText = (row: Pick<Row, 'cell'>): boolean =>
  Object.entries(limits).some(
    ([field, { longest }]) =>
      row.cell(field as LimitedField).length > longest && cleaned(row, field as LimitedField).length > longest,
  )

/** Reads one record into a review, or returns all reasons to skip it (domain rules 3, 4, 5 and 9). */
export function readReview(row: Row): ReadResult {
  const bad: CellProblem[] = []
  const remarks: CellProblem[] = []
  const problem = (field: Field, reason: MessageCode, params?: Record<string, string | number>): CellProblem => ({
    column: row.nameOf(field),
    value: shorten(row.cell(field).trim(), shownValueChars),
    reason,
    ...(params && { params }),
  })
  const remark =
    (field: Field) =>
    (reason: MessageCode, params?: Record<string, number>): void =>
      void remarks.push(problem(field, reason, params))
  const text: TextReader = (field) => {
    const { longest, reason } = limits[field]
    const whole = cleaned(row, field)
    const value = row.reading.shorten ? cutShort(whole, longest) : whole
    if (value !== whole) remarks.push(problem(field, 'textShortened'))
    if (value.includes('\uFFFD')) bad.push(problem(field, 'textDamaged'))
    else if (value.length > longest) bad.push(problem(field, reason, { max: longest }))
    else if (looksGarbled(value)) remarks.push(problem(field, 'textGarbled'))
    return value
  }

  if (isReply(row)) {
    const answer = text('content')
    if (answer === '') bad.push(problem('content', 'contentMissing'))
    if ((row.shown().status ?? 'published') !== 'published') bad.push(problem('status', 'replyPrivate'))
    if (bad.length > 0) return { bad }
    const written = dateOf(row, 'date')
    const reply = {
      id: externalIdOf(row),
      to: nameAt(row, 'parent'),
      content: answer,
      at: written && 'at' in written ? written.at : null,
    }
    return { bad: [problem('parent', 'rowIsReply')], reply }
  }
  const content = text('content')
  const title = text('title')
  const { name: author, email: emailInName, found } = splitContact(authorOf(row, text))
  if (found) remark(row.cell('author') === '' ? 'otherAuthor' : 'author')('authorIsContact')
  const reply = text('reply')
  const repliedAt = dateOf(row, 'replyDate')
  if (repliedAt && 'reason' in repliedAt) remarks.push(problem('replyDate', repliedAt.reason))
  const rating = readRating(row.cell('rating'), row.reading.scale, row.reading)
  if ('reason' in rating) bad.push(problem('rating', rating.reason, rating.params))
  const date = dateOf(row, 'date')
  if (date && 'reason' in date) bad.push(problem('date', date.reason))
  if (bad.length > 0 || 'reason' in rating || (date && 'reason' in date)) return { bad }

  const isPrivate = reply !== '' && row.isReplyPrivate()
  if (isPrivate) remark('reply')('replyPrivate')
  return {
    ok: {
      externalId: externalIdOf(row),
      product: readProductNames(row),
      rate: rating.rate,
      originalRate: rating.original,
      rounded: rating.rounded,
      title: isCutFrom(title, content) ? '' : title,
      content,
      author,
      email: emailOf(row, emailInName, () => remarks.push(problem('email', 'emailUnreadable'))),
      createdAt: date?.at ?? null,
      sourceDay: date?.day ?? '',
      status: statusOf(row, remarks),
      featured: isYes(row.cell('featured')),
      pinned: isYes(row.cell('pinned')),
      reply:
        reply === '' || isPrivate ? null : { content: reply, at: repliedAt && 'at' in repliedAt ? repliedAt.at : null },
      pictures: picturesOf(row, remark('pictures')),
      videos: videosOf(row, remark('videos')),
      ...countryOf(row),
      verified: looksVerified(row.cell('verified')),
      incentivized: isYes(row.cell('incentivized')),
      variantTitle: shorten(cleanLine(row.cell('variant')), shownValueChars),
      source: sourceOf(row),
    },
    remarks,
  }
}

/** Whether the row is a merchant's reply, as blogs export them: a parent and no stars. */
const isReply = ({ cell }: Row): boolean => /[1-9]/.test(cell('parent')) && /^0?$/.test(cell('rating').trim())

/** Returns the status by all columns about showing. Unclear cells become remarks. */
function statusOf(row: Row, remarks: CellProblem[]): ImportedStatus | null {
  const { status, unclear } = row.shown()
  for (const { column, value } of unclear)
    remarks.push({ column, value: shorten(value, shownValueChars), reason: 'statusUnclear' })
  return status
}

/** Returns the author. Joins first and last name; where an app has two names, the second is the fallback. */
function authorOf({ cell }: Row, text: TextReader): string {
  const first = text('author')
  if (cell('lastName') === '' && first !== '') return first
  const last = text('lastName')
  if (first === '' && last === '') return text('otherAuthor')
  return shorten(`${first} ${last}`.trim(), maxNameChars)
}

function dateOf({ cell, reading }: Row, field: Field): { at: Date; day: string } | { reason: MessageCode } | null {
  if (cell(field).trim() === '') return null
  const date = readDate(cell(field), reading.dates)
  if (!date) return { reason: 'dateUnreadable' }
  const now = reading.now.getTime()
  if (date.at.getTime() <= now) return date
  // A date is in the future only if it hasn't begun in any zone.
  return date.earliest.getTime() <= now ? { at: reading.now, day: date.day } : { reason: 'dateInFuture' }
}

function externalIdOf(row: Row): string | null {
  const id = row.cell('externalId').trim()
  return id === '' || id.length > shownValueChars ? null : nameAt(row, 'externalId')
}

const nameAt = ({ cell, nameOf, rules }: Row, field: Field): string =>
  `${rules.series?.[nameOf(field)] ?? rules.app ?? rules.id}:${cell(field).trim()}`
