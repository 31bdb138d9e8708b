/** Result of a check, with proof that it can find faults. */
export interface Verdict {
  found: string[]
  tried: number
  /** Numbers of planted faults and of those the check found. */
  planted: number
  caught: number
  /** Planted faults that the check missed. */
  missed: string[]
}

export const emptyVerdict = (): Verdict => ({ found: [], tried: 0, planted: 0, caught: 0, missed: [] })

export function recordPlanted(verdict: Verdict, name: string, seen: boolean): void {
  verdict.planted += 1
  if (seen) verdict.caught += 1
  else verdict.missed.push(name)
}

/** Returns whether nothing was found by a check that finds every planted fault. */
export const isProven = ({ found, tried, planted, missed }: Verdict): boolean =>
  tried > 0 && found.length === 0 && planted > 0 && missed.length === 0

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
