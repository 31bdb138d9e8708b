import { readDate } from '../parsing/dates.ts'
import { isShow, otherwiseOf, splitName, words } from './show-words.ts'
import { readPrivacyWord, readStatusWord, readYesNo } from './words.ts'
import type { ImportedStatus, ShowReading } from './source.ts'

/**
 * What a column says of showing. `show`: yes shows. `hide`: yes hides. `shownAt`: a date once it was shown. `hiddenAt`: a
 * date once it was hidden. `shownBy`: who showed it. `hiddenWhy`: why it isn't shown. `status`: words or codes. `kind`:
 * words such as public and private, if the column has them. `loose`: its name only mentions showing.
 */
type Sense = 'show' | 'hide' | 'shownAt' | 'hiddenAt' | 'shownBy' | 'hiddenWhy' | 'status' | 'kind' | 'loose'

export interface ShowColumn {
  name: string
  sense: Sense
  /** The status of a review that the column doesn't show. */
  otherwise: ImportedStatus
  /** Speaks of the merchant's reply, not of the review. */
  ofReply: boolean
  /** Its numbers are codes of the app: 1 need not mean yes. */
  coded: boolean
  /** Names hiding only, so an empty cell hides nothing. */
  onlyHides?: boolean
}

/** Words of a name by what they say. */
interface NameWords {
  tokens: readonly string[]
  /** Without dates, codes and negations. */
  said: readonly string[]
  core: readonly string[]
  show: readonly string[]
  hide: ImportedStatus | undefined
  status: boolean
  negated: boolean
  ofReply: boolean
}

/** Whether a name speaks of comments, which may be the shop's replies. */
export const namesComment = (name: string): boolean => splitName(name).some((token) => words.comments.has(token))

/**
 * Returns the position of a column `comment` that is the shop's reply. The text then has another column, and a third
 * speaks of the comment, such as `comment_is_public`.
 */
export function findReplyComment(
  names: readonly string[],
  taken: ReadonlySet<number>,
  text: string | undefined,
): number | undefined {
  if (text === undefined || namesComment(text)) return undefined
  const ofComments = [...names.keys()].filter((at) => !taken.has(at) && namesComment(names[at] ?? ''))
  const isPlain = (at: number): boolean =>
    splitName(names[at] ?? '').every((token) => words.comments.has(token) || textWords.has(token))
  return ofComments.length > 1 ? ofComments.find(isPlain) : undefined
}

const textWords: ReadonlySet<string> = new Set([
  'text',
  'content',
  'body',
  'inhalt',
  'contenu',
  'texto',
  'testo',
  'tekst',
])

/**
 * Returns what a column says of showing, by the words of its name; null for other columns.
 * @param text the name of the column with the texts, if the file has replies: `comment` may mean one
 */
export function findShowColumn(name: string, text = ''): ShowColumn | null {
  const found = readName(name, text === '' || namesComment(text))
  const { said, core, show, hide, status, ofReply } = found
  const isKind = ofReply && said.some((token) => words.kinds.has(token))
  if (!status && show.length === 0 && hide === undefined) {
    const isName = said.some((token) => !words.kinds.has(token) && words.others.has(token))
    return isKind && !isName
      ? { name, ofReply, otherwise: 'hidden', coded: true, sense: 'kind' }
      : personOrReason(name, found)
  }
  const otherwise = hide ?? (show.some((token) => words.approvals.has(token)) ? 'pending' : 'hidden')
  const column = { name, ofReply, otherwise, coded: core.some((token) => words.codes.has(token)) }
  const person = personOrReason(name, found)
  if (person) return { ...column, ...person, otherwise }
  const known = said.every(
    (token) =>
      words.statuses.has(token) ||
      isShow(token) ||
      otherwiseOf(token) !== undefined ||
      (ofReply && words.kinds.has(token)),
  )
  if (!known && (said.some((token) => words.others.has(token)) || !said.some(isStrong))) return null
  if (!known || (show.length > 0 && hide !== undefined))
    return { ...column, sense: 'loose', coded: true, onlyHides: show.length === 0 && !status }
  if (status && hide === undefined && !found.negated) return { ...column, sense: 'status' }
  const sense = senseOf(found)
  return { ...column, sense, ...(sense === 'shownAt' && { otherwise: hide ?? 'pending' }) }
}

function readName(name: string, isOwnComment: boolean): NameWords {
  const all = splitName(name)
  const tokens = all.filter((_token, at) => !isPlace(all, at))
  const isReply = (token: string): boolean => words.replies.has(token) || (!isOwnComment && words.comments.has(token))
  const core = tokens.filter(
    (token) => !words.fillers.has(token) && !words.replies.has(token) && !words.comments.has(token),
  )
  const isBeside = (token: string): boolean =>
    words.dates.has(token) || words.prepositions.has(token) || words.codes.has(token) || words.negations.has(token)
  const said = core.filter((token) => !isBeside(token))
  return {
    tokens,
    core,
    said,
    show: said.filter(isShow),
    hide: said.flatMap((token) => otherwiseOf(token) ?? [])[0],
    status: said.some((token) => words.statuses.has(token)),
    negated: core.some((token) => words.negations.has(token)),
    ofReply: all.some(isReply),
  }
}

/** Whether a word belongs to a place behind a preposition: `show_on_product_page`. */
function isPlace(tokens: readonly string[], at: number): boolean {
  const token = tokens[at] ?? ''
  if (words.placing.has(token) && words.places.has(tokens[at + 1] ?? '')) return true
  if (!words.places.has(token)) return false
  const from = tokens.slice(0, at).findLastIndex((one) => !words.places.has(one) && !words.fillers.has(one))
  const start = tokens.slice(0, at).findLastIndex((one) => words.placing.has(one))
  return start >= 0 && start >= from
}

function senseOf({ tokens, core, hide, status, negated }: NameWords): Sense {
  const dated =
    core.some((token) => words.dates.has(token)) || (core.length > 1 && words.prepositions.has(tokens.at(-1) ?? ''))
  const hidesByYes = (hide !== undefined) !== negated
  if (!status && dated) return hidesByYes ? 'hiddenAt' : 'shownAt'
  return hidesByYes ? 'hide' : 'show'
}

/** Reads `approved_by`, `moderator`, `deleted by` and `rejection_reason`: a filled cell says that it happened. */
function personOrReason(name: string, { tokens, said, show, hide, ofReply }: NameWords): ShowColumn | null {
  const column = { name, ofReply, otherwise: hide ?? 'pending', coded: false }
  const approver = said.find((token) => words.approvers.has(token))
  if (approver !== undefined && hide === undefined)
    return said.every((token) => token === approver || words.others.has(token) || isShow(token))
      ? { ...column, sense: 'shownBy' }
      : null
  const isReason = said.some((token) => words.reasons.has(token))
  const refusal = said.find((token) => words.refusals.has(token) || otherwiseOf(token) !== undefined)
  if (isReason && refusal !== undefined)
    return said.every((token) => token === refusal || words.reasons.has(token))
      ? { ...column, otherwise: hide ?? 'hidden', sense: 'hiddenWhy' }
      : null
  const last = tokens.filter((token) => !words.fillers.has(token) || words.doers.has(token)).at(-1) ?? ''
  if (
    !words.doers.has(last) ||
    said.some((token) => !words.doers.has(token) && !isShow(token) && otherwiseOf(token) === undefined)
  )
    return null
  if (hide !== undefined) return { ...column, sense: 'hiddenAt' }
  return show.some(isDeed) ? { ...column, sense: 'shownBy' } : null
}

const isDeed = (token: string): boolean => !words.weak.has(token)

const isStrong = (token: string): boolean =>
  words.strongStatuses.has(token) || ((isShow(token) || otherwiseOf(token) !== undefined) && !words.weak.has(token))

/** The status that a cell states: null if none. `unclear` holds for cells that can't be read. */
export interface ShownCell {
  status: ImportedStatus | null
  unclear?: true
}

const unclear: ShownCell = { status: null, unclear: true }
const longestFlag = 24
const longestFlagWords = 3
const isNumber = (text: string): boolean => /^-?\d+(?:[.,]0+)?$/.test(text)
const isZeroDate = (text: string): boolean => /^[0\s:/.-]+(?:T[0:.Z]+)?$/.test(text)

/** Whether a cell is a date, in either order of day and month. */
const isDate = (text: string): boolean =>
  /\D/.test(text) && (readDate(text, 'dmy') !== null || readDate(text, 'mdy') !== null)

/** Whether an empty cell of the column leaves open whether the review is shown, where other cells are filled. */
export const doubtsEmpty = ({ sense, onlyHides }: ShowColumn): boolean =>
  ['show', 'status', 'shownBy', 'kind'].includes(sense) || (sense === 'loose' && !onlyHides)

/** Reads what a cell says of showing. */
export function readShowCell(column: ShowColumn, cell: string, reading: ShowReading): ShownCell {
  const text = cell.trim()
  const { sense, otherwise, name } = column
  if (reading.wordy?.has(name)) return { status: null }
  const isNothing = text === '' || isZeroDate(text) || readYesNo(text) === false
  if (sense === 'hiddenAt') return { status: isNothing ? null : otherwise }
  if (sense === 'shownAt') return { status: isNothing ? otherwise : null }
  if (sense === 'hiddenWhy') return isNothing ? { status: null } : unclear
  if (text === '') return doubtsEmpty(column) && reading.filled.has(name) ? unclear : { status: null }
  if (sense === 'shownBy') return isNothing ? { status: otherwise } : { status: null }
  if (sense === 'kind') return readKind(text, reading.filled.has(name))
  if (isNumber(text) && (column.coded || reading.coded.has(name))) return unclear
  return readWord(column, text)
}

/** Words such as public and private decide. In a column with such words, others are unclear. */
function readKind(text: string, isAboutShowing: boolean): ShownCell {
  const word = readPrivacyWord(text)
  if (word !== null) return { status: word }
  return isAboutShowing && isFlag(text) ? unclear : { status: null }
}

function readWord({ sense, otherwise }: ShowColumn, text: string): ShownCell {
  const word = isNumber(text) ? null : readStatusWord(text)
  const says = readYesNo(text)
  if (sense === 'show' && says !== null) return { status: says ? 'published' : otherwise }
  if (sense === 'hide' && says !== null) return { status: says ? otherwise : null }
  if (sense === 'status' && says !== null && !(word && word !== 'published'))
    return { status: says ? 'published' : otherwise }
  if (word !== null) return { status: word }
  if (sense === 'hide' && isZeroDate(text)) return { status: null }
  // `archived` and `published` may hold the day on which it happened.
  if ((sense === 'hide' || sense === 'show') && isDate(text))
    return { status: sense === 'hide' ? otherwise : 'published' }
  if (sense === 'loose' && !isFlag(text)) return { status: null }
  return unclear
}

/** Whether a text is short enough to say yes, no or a status. */
export const isFlag = (text: string): boolean =>
  text.length <= longestFlag && text.split(/\s+/).length <= longestFlagWords

/** Whether a cell holds a number where the app may have codes of its own. */
export const holdsNumber = ({ sense }: ShowColumn, cell: string): boolean =>
  (sense === 'status' || sense === 'loose') && isNumber(cell.trim())
