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

/** How many reviews will come in; null when only the first rows are taken and the check cannot tell which of them are new. */
export function comingIn(run: { fresh: number, total: number, maxRows: number, unmatchedProducts: readonly Unmatched[] }, decided: Decided): number | null {
  const wanted = run.fresh + placedRows(run.unmatchedProducts, decided)
  if (run.total <= run.maxRows) return wanted
  return wanted === run.total ? run.maxRows : null
}
