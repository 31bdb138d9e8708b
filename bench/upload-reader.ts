// Reads uploads one after another in its own process, set up like a server's worker process. Each question is a path;
// the answer is the result of reading that file. Another `way` reads carelessly or not at all, to test the detection.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { keepMemorySmall } from '../server/core/memory.ts'
import { readingOutcome, readUpload, type ReadUpload } from '../server/testing/read-upload.ts'
import { readArgument, reportReady } from './child.ts'
import { memory } from './resource-use.ts'

export type Way = 'ours' | 'whole' | 'never' | 'throws' | 'dies'

export interface ReadResult {
  outcome: string
  fault: boolean
  ms: number
  /** CPU time of all threads, which a busy machine doesn't lengthen. */
  cpu: number
  /** The process's peak memory so far, in MB. */
  peak: number
}

keepMemorySmall()
const { folder, way } = readArgument<{ folder: string; way: Way }>()

const ways: Record<Way, (name: string, bytes: Buffer) => Promise<ReadUpload>> = {
  ours: (name, bytes) => readUpload({ name, bytes }, join(folder, 'kept')),
  whole: async (_name, bytes) => ({ rows: await Promise.resolve(unfoldedWhole(bytes)), bad: 0 }),
  never: () => {
    for (;;) {
      /* like a regular expression with endless backtracking */
    }
  },
  throws: () => Promise.reject(new TypeError('Cannot read properties of undefined')),
  dies: () => process.exit(1),
}

/** Decompresses the first compressed entry into memory. */
function unfoldedWhole(bytes: Buffer): number {
  const at = bytes.lastIndexOf(Buffer.from('PK\u0003\u0004', 'latin1'))
  const start = at + 30 + bytes.readUInt16LE(at + 26)
  return inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 18)), { maxOutputLength: 1_500_000_000 })
    .length
}

reportReady('', async (path) => {
  const started = performance.now()
  const before = process.cpuUsage()
  const ended = await readingOutcome(ways[way](basename(path), readFileSync(path)))
  const { user, system } = process.cpuUsage(before)
  return {
    ...ended,
    ms: performance.now() - started,
    cpu: (user + system) / 1000,
    peak: memory('VmHWM'),
  } satisfies ReadResult
})
