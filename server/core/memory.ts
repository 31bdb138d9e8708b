import { setFlagsFromString } from 'node:v8'

/** Heap growth before a garbage collection; V8 alone lets it double on a large machine. */
const growthPercent = 20

/**
 * Keeps the memory of a serving process near what it uses. An import of 25 MB then takes only a quarter more memory
 * than one of 2.5 MB. Neither imports nor pages get slower (docs/benchmarks.md, P11).
 */
export function keepMemorySmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}

/**
 * Flag for a process that allocates much and keeps little: V8's young generation would grow to three times 16 MB. With
 * 4 MB, a workbook of 100,000 rows takes 290 MB instead of 335, in the same time.
 */
export const smallYoungHeap = '--max-semi-space-size=4'
