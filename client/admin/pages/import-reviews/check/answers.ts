/** What the merchant has decided so far about a checked file. */
export interface Decided {
  /** The columns mean what was guessed, or have been changed and the file was not checked by that yet. */
  columns: 'right' | 'changed' | null
  scale: '10' | '5' | null
  dates: 'dmy' | 'mdy' | null
  /** What happens to titles, names and texts over their limit. */
  long: 'shorten' | 'skip' | null
  /** Import the first new reviews that the plan allows. */
  firstN: boolean
  /** For products that the shop lacks: 'shop', 'skip' or the id of a product. */
  unmatched: string | null
  /** The same for single products, by the file's name of them. */
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

/** Rows of products that the shop lacks, and these by product: of very many products only the first are listed. */
interface Missing {
  unmatched: number
  unmatchedProducts: readonly { key: string; rows: number }[]
}

/** The questions that have no answer yet. Changed columns are one even where nothing was asked: what would come in is not what was checked. */
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

/** As `startImport` takes them. */
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

/** Rows of products that are too many to be listed: only the answer for all is theirs. */
const unlistedRows = ({ unmatched, unmatchedProducts }: Missing): number => unmatched - rowsOf(unmatchedProducts)

/** Whether every product that the shop lacks is listed. */
export const isWholeList = (run: Missing): boolean => unlistedRows(run) === 0

const isEachPlaced = (run: Missing, decided: Decided): boolean =>
  isWholeList(run) && run.unmatchedProducts.every(({ key }) => ownPlaceOf(key, decided) !== null)

/** The answer for this product alone; null: as all the others. Files have products called `constructor`, which every object has. */
export function ownPlaceOf(key: string, { unmatchedOf }: Decided): string | null {
  return Object.hasOwn(unmatchedOf, key) ? (unmatchedOf[key] ?? null) : null
}

/** Answers for single products with that for one of them changed; null takes it back. */
export function withPlace(
  unmatchedOf: Decided['unmatchedOf'],
  key: string,
  place: string | null,
): Decided['unmatchedOf'] {
  const { [key]: _dropped, ...others } = unmatchedOf
  return place === null ? others : { ...others, [key]: place }
}

/** Where a product's reviews go: 'shop', 'skip' or the id of a product; null while it is undecided. */
export function placeOf(key: string, decided: Decided): string | null {
  return ownPlaceOf(key, decided) ?? decided.unmatched
}

const isPlaced = (place: string | null): boolean => (place ?? 'skip') !== 'skip'

/** How many reviews without a product have found a place. */
export function placedRows(run: Missing, decided: Decided): number {
  const listed = rowsOf(run.unmatchedProducts.filter(({ key }) => isPlaced(placeOf(key, decided))))
  return isPlaced(decided.unmatched) ? listed + unlistedRows(run) : listed
}

/** The question whose answer a refused start speaks of, by the path of its field; null when it is about no question. */
export function questionOf(path: string, answers: readonly { question: string }[]): string | null {
  const index = /^answers\.(\d+)\./.exec(path)?.[1]
  const question = index === undefined ? path : answers[Number(index)]?.question
  return question?.split(':')[0] ?? null
}

/** Whether an answer decides how cells are read: another one than the suggested one may bring rows in that the check counted as unreadable. */
export const isFormatQuestion = (question: string): question is 'scale' | 'dates' | 'long' =>
  question === 'scale' || question === 'dates' || question === 'long'

/**
 * Fills in the answers that need no decision of the merchant's: a few ratings above five are slips of a 5-point file, and long texts are
 * shortened. Both stay visible and can be changed.
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

/** The answers to count the file by, where its figures were counted by others; none: they are right. */
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

/** Returns how many reviews will be imported; null while ratings or dates are read otherwise than the check has read them. */
export function countIncomingRows(run: Counted, decided: Decided): number | null {
  if (
    run.questions.some(({ id, suggested }) => isFormatQuestion(id) && decided[id] !== null && decided[id] !== suggested)
  )
    return null
  return Math.min(run.fresh + placedRows(run, decided), run.maxRows)
}
