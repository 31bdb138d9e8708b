/** What the merchant has decided so far about a checked file. */
export interface Decided {
  /** The columns mean what was guessed, or have been changed and the file was not checked by that yet. */
  columns: 'right' | 'changed' | null
  scale: '10' | '5' | null
  dates: 'dmy' | 'mdy' | null
  /** Take the first rows that the plan allows. */
  firstN: boolean
  /** For products that the shop lacks: 'shop', 'skip' or the id of a product. */
  unmatched: string | null
  /** The same for single products, by the file's name of them. */
  unmatchedOf: Readonly<Record<string, string>>
  publish: 'AS_IN_FILE' | 'PUBLISHED' | 'PENDING'
}

export const undecided: Decided = { columns: null, scale: null, dates: null, firstN: false, unmatched: null, unmatchedOf: {}, publish: 'AS_IN_FILE' }

interface Question {
  id: string
  choices: readonly string[]
}

interface Unmatched {
  key: string
  rows: number
}

/** The questions that have no answer yet. Changed columns are one even where nothing was asked: what would come in is not what was checked. */
export function openQuestions(questions: readonly Question[], decided: Decided, unmatched: readonly Unmatched[]): string[] {
  const open = questions.filter(({ id }) => !isAnswered(id, decided, unmatched)).map(({ id }) => id)
  return decided.columns === 'changed' && !open.includes('columns') ? ['columns', ...open] : open
}

function isAnswered(id: string, decided: Decided, unmatched: readonly Unmatched[]): boolean {
  if (id === 'columns') return decided.columns === 'right'
  if (id === 'unmatched') return decided.unmatched !== null || unmatched.every(({ key }) => key in decided.unmatchedOf)
  if (id === 'firstN') return decided.firstN
  return id === 'scale' ? decided.scale !== null : decided.dates !== null
}

/** As `startImport` takes them. */
export function answersOf(questions: readonly Question[], decided: Decided): { question: string, answer: string }[] {
  return questions.flatMap(({ id, choices }) => {
    if (id === 'unmatched') {
      const all = decided.unmatched === null ? [] : [{ question: id, answer: decided.unmatched }]
      return [...all, ...Object.entries(decided.unmatchedOf).map(([key, answer]) => ({ question: `${id}:${key}`, answer }))]
    }
    if (id === 'columns') return decided.columns === 'right' && choices[0] ? [{ question: id, answer: choices[0] }] : []
    const answer = id === 'firstN' ? decided.firstN && choices[0] : id === 'scale' ? decided.scale : decided.dates
    return answer ? [{ question: id, answer }] : []
  })
}

/** Where a product's reviews go: 'shop', 'skip' or the id of a product; null while nobody has said so. */
export function placeOf(key: string, decided: Decided): string | null {
  return decided.unmatchedOf[key] ?? decided.unmatched
}

/** How many reviews without a product have found a place. */
export function placedRows(unmatchedProducts: readonly Unmatched[], decided: Decided): number {
  return unmatchedProducts.reduce((sum, { key, rows }) => ((placeOf(key, decided) ?? 'skip') === 'skip' ? sum : sum + rows), 0)
}

/** The question whose answer a refused start speaks of, by the path of its field; null when it is about no question. */
export function questionOf(path: string, answers: readonly { question: string }[]): string | null {
  const index = /^answers\.(\d+)\./.exec(path)?.[1]
  const question = index === undefined ? path : answers[Number(index)]?.question
  return question?.split(':')[0] ?? null
}

/** Whether an answer other than the suggested one may bring rows in that the check counted as unreadable or as here already. */
export const bringsRows = (question: string): question is 'scale' | 'dates' => question === 'scale' || question === 'dates'

interface Counted {
  fresh: number
  total: number
  maxRows: number
  questions: readonly { id: string, suggested?: string | null | undefined }[]
  unmatchedProducts: readonly Unmatched[]
}

/**
 * How many reviews will come in; null when the check cannot tell: ratings or dates are read otherwise than it read them, or only the first
 * rows are taken and nobody knows which of them are new.
 */
export function comingIn(run: Counted, decided: Decided): number | null {
  if (run.questions.some(({ id, suggested }) => bringsRows(id) && decided[id] !== null && decided[id] !== suggested)) return null
  const wanted = run.fresh + placedRows(run.unmatchedProducts, decided)
  if (run.total <= run.maxRows) return wanted
  return wanted === run.total ? run.maxRows : null
}
