/** What the merchant has decided so far about a checked file. */
export interface Decided {
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

export const undecided: Decided = { scale: null, dates: null, firstN: false, unmatched: null, unmatchedOf: {}, publish: 'AS_IN_FILE' }

interface Question {
  id: string
  choices: readonly string[]
}

interface Unmatched {
  key: string
  rows: number
}

/** The questions that have no answer yet. */
export function openQuestions(questions: readonly Question[], decided: Decided, unmatched: readonly Unmatched[]): string[] {
  return questions.filter(({ id }) => !isAnswered(id, decided, unmatched)).map(({ id }) => id)
}

function isAnswered(id: string, decided: Decided, unmatched: readonly Unmatched[]): boolean {
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
    const answer = id === 'firstN' ? decided.firstN && choices[0] : id === 'scale' ? decided.scale : decided.dates
    return answer ? [{ question: id, answer }] : []
  })
}

/** How many reviews will come in, as far as the check can tell. */
export function comingIn(run: { fresh: number, maxRows: number, unmatchedProducts: readonly Unmatched[] }, decided: Decided): number {
  const placed = run.unmatchedProducts.filter(({ key }) => (decided.unmatchedOf[key] ?? decided.unmatched ?? 'skip') !== 'skip')
  return Math.min(run.fresh + placed.reduce((sum, { rows }) => sum + rows, 0), run.maxRows)
}
