import type { Verdict } from '../server/testing/checks/verdict.ts'
import type { BenchDatabase } from './bench-database.ts'

/** What `npm run bench` lets one choose; sizes are those of goals.md unless said otherwise. */
export interface Options {
  /** Rows of the bench's table or file; absent: the full size. */
  rows: number | undefined
  /** Rounds of A B B A. */
  rounds: number
  /** Length of one measured half of a round, where a bench measures by time. */
  seconds: number
  /** Not on a server, even where there is one. */
  embedded: boolean
}

export interface Outcome {
  figure: string
  ok: boolean
}

/** What a bench runs on. */
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

/** A promise of goals.md's second table: how often it was broken, and whether the check would have seen it. */
export interface PromiseBench {
  id: string
  title: string
  onPromise(stage: Stage & { place: BenchDatabase }): Promise<Verdict>
}

/** One figure the product is built to. */
export type Bench = FileBench | DatabaseBench | PromiseBench
