import { setFlagsFromString } from 'node:v8'

/** By so much of what is in use may the heap grow before garbage is looked for; V8 alone lets it double on a machine that has plenty. */
const growthPercent = 20

/**
 * Keeps the memory of this process near what it uses: for a process that serves. An import of 25 MB takes a quarter more memory then than
 * one of 2.5 MB, and neither it nor a page takes longer (docs/benchmarks.md, P11).
 */
export function keepMemorySmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}

/**
 * A flag for a process that makes much and keeps little: V8 would let its young generation grow to sixteen megabytes, three times over. With four
 * a workbook of 100,000 rows takes 290 MB instead of 335, in the same time.
 */
export const smallYoungHeap = '--max-semi-space-size=4'
