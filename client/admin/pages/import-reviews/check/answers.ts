import type { PublishChoice } from '../../../../../rules/import-status.ts'
import type { CheckStep_run$data } from '../../../../__generated__/CheckStep_run.graphql.ts'

export type CheckedRun = CheckStep_run$data

/** Props of the check's parts: the file under the merchant's answers. */
export interface CheckProps {
  run: CheckedRun
  decided: Decided
  /** Answers a question; null takes its answer back. */
  answer: (question: string, answer: string | null) => void
}

/** The merchant's answers so far about a checked file. */
export interface Decided {
  /** By question, as `startImport` takes them. `unmatched:<product in the file>` is an exception to `unmatched`. */
  answers: Readonly<Record<string, string>>
  /** The columns were changed and the file isn't checked again yet. */
  columnsChanged: boolean
  publish: PublishChoice
}

export const undecided: Decided = { answers: {}, columnsChanged: false, publish: 'AS_IN_FILE' }

interface Question {
  id: string
  choices: readonly string[]
  /** The answer that the check counted with. */
  suggested?: string | null | undefined
}

/** Rows of products that the shop doesn't have, in all and by product. Only the first products are listed. */
interface Missing {
  unmatched: number
  unmatchedProducts: readonly { key: string; rows: number }[]
}

/** Suggestions that hold until the merchant chooses otherwise: they are shown, and lose no readable row. */
const safeSuggestions: Readonly<Record<string, readonly string[]>> = {
  scale: ['5'],
  long: ['shorten', 'skip'],
  status: ['hidden'],
}

/** Fills in the safe suggestions. */
export function withSuggested(questions: readonly Question[], decided: Decided): Decided {
  const safe = questions.flatMap(({ id, choices, suggested }) =>
    // Ratings of 1 may be the highest of a scale from 0 to 1.
    suggested && safeSuggestions[id]?.includes(suggested) && !choices.includes('1') ? [[id, suggested] as const] : [],
  )
  return { ...decided, answers: { ...Object.fromEntries(safe), ...decided.answers } }
}

/** Returns the answers with one of them changed; null removes it. */
export function withAnswer(answers: Decided['answers'], question: string, answer: string | null): Decided['answers'] {
  const { [question]: _former, ...others } = answers
  return answer === null ? others : { ...others, [question]: answer }
}

/** Returns the unanswered questions. Includes changed columns even if unasked: the check doesn't know them yet. */
export function openQuestions(run: Missing & { questions: readonly Question[] }, decided: Decided): string[] {
  const open = run.questions.filter((question) => !isAnswered(question, decided, run)).map(({ id }) => id)
  return decided.columnsChanged && !open.includes('columns') ? ['columns', ...open] : open
}

function isAnswered({ id, choices }: Question, decided: Decided, run: Missing): boolean {
  const answer = decided.answers[id]
  if (id === 'unmatched') return answer !== undefined || isEachPlaced(run, decided)
  // The choices may have changed since the answer.
  return answer !== undefined && choices.includes(answer)
}

/** Converts the answers to the input of `startImport`. */
export const answersOf = (
  questions: readonly Question[],
  { answers }: Decided,
): { question: string; answer: string }[] =>
  questions.flatMap(({ id }) =>
    Object.entries(answers)
      .filter(([question]) => questionName(question) === id)
      .map(([question, answer]) => ({ question, answer })),
  )

const questionName = (question: string): string => question.split(':')[0] ?? question

/** Returns the question behind a refused start by its field path, or null if there is none. */
export function questionOf(path: string, answers: readonly { question: string }[]): string | null {
  const index = /^answers\.(\d+)\./.exec(path)?.[1]
  const question = index === undefined ? path : answers[Number(index)]?.question
  return question === undefined ? null : questionName(question)
}

const rowsOf = (products: Missing['unmatchedProducts']): number => products.reduce((sum, { rows }) => sum + rows, 0)

/** Counts rows of unlisted products. Only the answer for all products covers them. */
const unlistedRows = ({ unmatched, unmatchedProducts }: Missing): number => unmatched - rowsOf(unmatchedProducts)

/** Returns whether the list has every missing product. */
export const isWholeList = (run: Missing): boolean => unlistedRows(run) === 0

const isEachPlaced = (run: Missing, decided: Decided): boolean =>
  isWholeList(run) && run.unmatchedProducts.every(({ key }) => ownPlaceOf(key, decided) !== null)

/** Returns the answer for this product alone; null if it has none. */
export const ownPlaceOf = (key: string, { answers }: Decided): string | null => answers[`unmatched:${key}`] ?? null

/** Returns where a product's reviews go: 'shop', 'skip' or a product id; null while undecided. */
export const placeOf = (key: string, decided: Decided): string | null =>
  ownPlaceOf(key, decided) ?? decided.answers.unmatched ?? null

/** Returns the Relay id of a place that is a product, else null. */
export const productOf = (place: string | null): string | null => (place === 'shop' || place === 'skip' ? null : place)

/** Counts the reviews without a product that the answers cover. */
export function placedRows(run: Missing, decided: Decided): number {
  const listed = run.unmatchedProducts.filter(({ key }) => (placeOf(key, decided) ?? 'skip') !== 'skip')
  return rowsOf(listed) + ((decided.answers.unmatched ?? 'skip') === 'skip' ? 0 : unlistedRows(run))
}

/** Returns whether the check counted with an answer, because the answer changes how cells are read. */
export const isFormatQuestion = ({ id, suggested }: Question): boolean => id !== 'columns' && Boolean(suggested)

/** Returns the answers for a recount; empty if the file was counted with them. */
export function listRecountAnswers(
  questions: readonly Question[],
  decided: Decided,
): { question: string; answer: string }[] {
  const read = listFormatAnswers(questions, decided)
  const suggested = new Map(questions.map((question) => [question.id, question.suggested]))
  return read.some(({ question, answer }) => answer !== suggested.get(question)) ? read : []
}

/** Returns the answers about how cells are read. Unanswered questions keep the answer they were counted with. */
export const listFormatAnswers = (
  questions: readonly Question[],
  { answers }: Decided,
): { question: string; answer: string }[] =>
  questions
    .filter(isFormatQuestion)
    .map(({ id, suggested }) => ({ question: id, answer: answers[id] ?? suggested ?? '' }))

interface Counted extends Missing {
  fresh: number
  maxRows: number
  questions: readonly Question[]
}

/** Returns how many reviews will be imported; null until the file is recounted for the answers. */
export const countIncomingRows = (run: Counted, decided: Decided): number | null =>
  listRecountAnswers(run.questions, decided).length > 0
    ? null
    : Math.min(run.fresh + placedRows(run, decided), run.maxRows)
