import type { Verdict } from '../server/testing/checks/verdict.ts'
import type { BenchDatabase } from './bench-database.ts'

/** Options of `npm run bench`. Default sizes are those of goals.md. */
export interface Options {
  /** Rows of the benchmark's table or file; default: full size. */
  rows: number | undefined
  /** Rounds of A B B A. */
  rounds: number
  /** Seconds of each measured half of a round, in benchmarks by time. */
  seconds: number
}

export interface Outcome {
  figure: string
  ok: boolean
}

export interface Stage {
  options: Options
  say(line: string): void
}

interface Figure {
  id: string
  title: string
  must: string
  aim: string
}

export interface FileBench extends Figure {
  onFiles(stage: Stage): Promise<Outcome>
}

export interface DatabaseBench extends Figure {
  onDatabase(stage: Stage & { place: BenchDatabase }): Promise<Outcome>
}

/** A promise of goals.md's second table: the number of violations, and whether the check detects planted ones. */
export interface PromiseBench {
  id: string
  title: string
  onPromise(stage: Stage & { place: BenchDatabase }): Promise<Verdict>
}

/** A measured figure of the goals. */
export type Bench = FileBench | DatabaseBench | PromiseBench
