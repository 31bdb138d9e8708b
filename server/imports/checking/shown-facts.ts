import type { ShowEvidence, ShowReading } from '../sources/source.ts'

/** Values kept of a column. More of them are no yes, no or status. */
const mostValues = 20
/** Values that the question offers as the one that is shown. */
const mostChoices = 10

/** What a column about showing holds in the whole file. */
export interface ShownFacts {
  column: string
  filled: number
  /** Rows without a value, if these count as unclear. */
  empty: number
  values: { value: string; rows: number; unclear: boolean; number: boolean }[]
  /** The column's name only mentions showing; absent in older reports. */
  loose?: boolean
}

/** A column that only mentions showing says nothing of it where it has more different words. */
const mostLooseWords = 6
const isWordy = ({ loose = false, values }: ShownFacts): boolean =>
  loose && values.filter(({ unclear, number }) => unclear && !number).length > mostLooseWords

export function addShown(facts: ShownFacts[], evidence: readonly ShowEvidence[]): void {
  for (const { column, value, unclear, number, asksEmpty, loose, isSilent } of evidence) {
    let fact = facts.find((one) => one.column === column)
    if (!fact) facts.push((fact = { column, filled: 0, empty: 0, values: [], ...(loose && { loose }) }))
    if (value === '') {
      if (asksEmpty) fact.empty++
      continue
    }
    if (!isSilent) fact.filled++
    if (!unclear && !number) continue
    const known = fact.values.find((one) => one.value === value)
    if (known) known.rows++
    else if (fact.values.length < mostValues) fact.values.push({ value, rows: 1, unclear, number })
  }
}

/** Numbers other than yes and no make all numbers of a column codes. */
const hasCodes = ({ values }: ShownFacts): boolean => values.some(({ unclear, number }) => unclear && number)

interface UnclearValue {
  column: string
  value: string
  rows: number
}

/** Lists the values of which the file doesn't say whether they show a review. */
export const listUnclear = (facts: readonly ShownFacts[]): UnclearValue[] =>
  facts.flatMap((fact) =>
    isWordy(fact)
      ? []
      : [
          ...fact.values
            .filter(({ unclear, number }) => unclear || (number && hasCodes(fact)))
            .map(({ value, rows }) => ({ column: fact.column, value, rows })),
          ...(fact.filled > 0 && fact.empty > 0 ? [{ column: fact.column, value: '', rows: fact.empty }] : []),
        ],
  )

/** Answers to the question: hide all unclear values, show those of one value, or show all. */
export const listShowChoices = (unclear: readonly UnclearValue[]): string[] => {
  const values = [...new Set(unclear.map(({ value }) => value))]
  return [
    'hidden',
    ...(values.length > 1 && values.length <= mostChoices ? values.map((value) => `only:${value}`) : []),
    'published',
  ]
}

export const toShowReading = (facts: readonly ShownFacts[], answer = 'hidden'): ShowReading => ({
  coded: new Set(facts.filter(hasCodes).map(({ column }) => column)),
  filled: new Set(facts.filter(({ filled }) => filled > 0).map(({ column }) => column)),
  wordy: new Set(facts.filter(isWordy).map(({ column }) => column)),
  answer,
})
