/** What a check of a promise found, and whether it would have found anything at all. */
export interface Verdict {
  /** Faults, each with what shows it. */
  found: string[]
  /** How much was tried. */
  tried: number
  /** Faults put in on purpose: how many were seen. */
  planted: number
  caught: number
  /** Planted faults that were not seen. */
  missed: string[]
}

export const emptyVerdict = (): Verdict => ({ found: [], tried: 0, planted: 0, caught: 0, missed: [] })

/** Notes a planted fault. */
export function recordPlanted(verdict: Verdict, name: string, seen: boolean): void {
  verdict.planted += 1
  if (seen) verdict.caught += 1
  else verdict.missed.push(name)
}

/** Nothing was found by a check that finds whatever is planted. */
export const isProven = ({ found, tried, planted, missed }: Verdict): boolean =>
  tried > 0 && found.length === 0 && planted > 0 && missed.length === 0

/** Of several parts of one check. */
export function mergeVerdicts(...verdicts: readonly Verdict[]): Verdict {
  const sum = (of: 'tried' | 'planted' | 'caught') => verdicts.reduce((total, verdict) => total + verdict[of], 0)
  return {
    found: verdicts.flatMap(({ found }) => found),
    missed: verdicts.flatMap(({ missed }) => missed),
    tried: sum('tried'),
    planted: sum('planted'),
    caught: sum('caught'),
  }
}
