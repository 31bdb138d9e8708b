/** The merchant's answers so far about a checked file. */
export interface Decided {
  /** 'right': the guess is confirmed. 'changed': the columns were changed and the file isn't checked again yet. */
  columns: 'right' | 'changed' | null
  scale: '10' | '5' | null
  dates: 'dmy' | 'mdy' | null
  /** Treatment of titles, names and texts over their limit. */
  long: 'shorten' | 'skip' | null
  /** Import only as many new reviews as the plan allows. */
  firstN: boolean
  /** For all missing products: 'shop', 'skip' or a product id. */
  unmatched: string | null
  /** Exceptions for single products, by their name in the file. */
  unmatchedOf: Readonly<Record<string, string>>
  publish: 'AS_IN_FILE' | 'PUBLISHED' | 'PENDING'
}

export const undecided: Decided = {
  columns: null,
  scale: null,
  dates: null,
  long: null,
  firstN: false,
  unmatched: null,
  unmatchedOf: {},
  publish: 'AS_IN_FILE',
}

interface Question {
  id: string
  choices: readonly string[]
}

interface Suggesting {
  id: string
  suggested?: string | null | undefined
}

/** Rows of products that the shop doesn't have, in all and by product. Only the first products are listed. */
interface Missing {
  unmatched: number
  unmatchedProducts: readonly { key: string; rows: number }[]
}

/** Returns the unanswered questions. Includes changed columns even if unasked: the check doesn't know them yet. */
export function openQuestions(run: Missing & { questions: readonly Question[] }, decided: Decided): string[] {
  const open = run.questions.filter(({ id }) => !isAnswered(id, decided, run)).map(({ id }) => id)
  return decided.columns === 'changed' && !open.includes('columns') ? ['columns', ...open] : open
}

function isAnswered(id: string, decided: Decided, run: Missing): boolean {
  if (id === 'columns') return decided.columns === 'right'
  if (id === 'unmatched') return decided.unmatched !== null || isEachPlaced(run, decided)
  if (id === 'firstN') return decided.firstN
  return !isFormatQuestion(id) || decided[id] !== null
}

/** Converts the answers to the input of `startImport`. */
export function answersOf(questions: readonly Question[], decided: Decided): { question: string; answer: string }[] {
  return questions.flatMap(({ id, choices }) => {
    if (id === 'unmatched') {
      const all = decided.unmatched === null ? [] : [{ question: id, answer: decided.unmatched }]
      return [
        ...all,
        ...Object.entries(decided.unmatchedOf).map(([key, answer]) => ({ question: `${id}:${key}`, answer })),
      ]
    }
    if (id === 'columns') return decided.columns === 'right' && choices[0] ? [{ question: id, answer: choices[0] }] : []
    const answer = id === 'firstN' ? decided.firstN && choices[0] : isFormatQuestion(id) && decided[id]
    return answer ? [{ question: id, answer }] : []
  })
}

const rowsOf = (products: Missing['unmatchedProducts']): number => products.reduce((sum, { rows }) => sum + rows, 0)

/** Counts rows of unlisted products. Only the answer for all products covers them. */
const unlistedRows = ({ unmatched, unmatchedProducts }: Missing): number => unmatched - rowsOf(unmatchedProducts)

/** Returns whether the list has every missing product. */
export const isWholeList = (run: Missing): boolean => unlistedRows(run) === 0

const isEachPlaced = (run: Missing, decided: Decided): boolean =>
  isWholeList(run) && run.unmatchedProducts.every(({ key }) => ownPlaceOf(key, decided) !== null)

/**
 * Returns the answer for this product alone; null if it has none. Checks own properties only: a file may have a product
 * called `constructor`.
 */
export function ownPlaceOf(key: string, { unmatchedOf }: Decided): string | null {
  return Object.hasOwn(unmatchedOf, key) ? (unmatchedOf[key] ?? null) : null
}

/** Returns the answers for single products with one of them changed; null removes it. */
export function withPlace(
  unmatchedOf: Decided['unmatchedOf'],
  key: string,
  place: string | null,
): Decided['unmatchedOf'] {
  const { [key]: _dropped, ...others } = unmatchedOf
  return place === null ? others : { ...others, [key]: place }
}

/** Returns where a product's reviews go: 'shop', 'skip' or a product id; null while undecided. */
export function placeOf(key: string, decided: Decided): string | null {
  return ownPlaceOf(key, decided) ?? decided.unmatched
}

const isPlaced = (place: string | null): boolean => (place ?? 'skip') !== 'skip'

/** Counts the reviews without a product that the answers cover. */
export function placedRows(run: Missing, decided: Decided): number {
  const listed = rowsOf(run.unmatchedProducts.filter(({ key }) => isPlaced(placeOf(key, decided))))
  return isPlaced(decided.unmatched) ? listed + unlistedRows(run) : listed
}

/** Returns the question behind a refused start by its field path, or null if there is none. */
export function questionOf(path: string, answers: readonly { question: string }[]): string | null {
  const index = /^answers\.(\d+)\./.exec(path)?.[1]
  const question = index === undefined ? path : answers[Number(index)]?.question
  return question?.split(':')[0] ?? null
}

/**
 * Returns whether an answer changes how cells are read. Such an answer may make rows readable that the check counted as
 * unreadable.
 */
export const isFormatQuestion = (question: string): question is 'scale' | 'dates' | 'long' =>
  question === 'scale' || question === 'dates' || question === 'long'

/**
 * Fills in safe answers: long texts are shortened, and a few ratings above five are errors in a 5-point file. The
 * merchant sees both and can change them.
 */
export function withSuggested(questions: readonly Suggesting[], decided: Decided): Decided {
  const suggestedOf = (id: string) => questions.find((question) => question.id === id)?.suggested
  const long = suggestedOf('long')
  return {
    ...decided,
    scale: decided.scale ?? (suggestedOf('scale') === '5' ? '5' : null),
    long: decided.long ?? (long === 'shorten' || long === 'skip' ? long : null),
  }
}

/** Returns the answers for a recount; empty if the file was counted with them. */
export function listRecountAnswers(
  questions: readonly Suggesting[],
  decided: Decided,
): { question: string; answer: string }[] {
  const read = questions.flatMap(({ id, suggested }) =>
    isFormatQuestion(id) ? [{ question: id, answer: decided[id] ?? suggested ?? '', suggested }] : [],
  )
  return read.some(({ answer, suggested }) => answer !== suggested)
    ? read.map(({ question, answer }) => ({ question, answer }))
    : []
}

interface Counted extends Missing {
  fresh: number
  maxRows: number
  questions: readonly Suggesting[]
}

/** Returns how many reviews will be imported; null until the file is recounted for the answers. */
export function countIncomingRows(run: Counted, decided: Decided): number | null {
  if (
    run.questions.some(({ id, suggested }) => isFormatQuestion(id) && decided[id] !== null && decided[id] !== suggested)
  )
    return null
  return Math.min(run.fresh + placedRows(run, decided), run.maxRows)
}
