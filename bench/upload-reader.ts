// Reads uploads one after the other in a process of its own, set up as the one beside a server: asked a path, it reads that file by its
// name and answers how that ended. Another
// `way` reads as hurried code would, or not at all: those must be found.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { keepMemorySmall } from '../server/core/memory.ts'
import { readingOutcome, readUpload, type ReadUpload } from '../server/testing/read-upload.ts'
import { readArgument, reportReady } from './child.ts'
import { memory } from './resource-use.ts'

export type Way = 'ours' | 'whole' | 'never' | 'throws' | 'dies'

/** How one file was read. */
export interface ReadResult {
  outcome: string
  fault: boolean
  ms: number
  /** Of the processor, all threads: what a busy machine does not lengthen. */
  cpu: number
  /** Most memory of the process so far, in MB. */
  peak: number
}

keepMemorySmall()
const { folder, way } = readArgument<{ folder: string; way: Way }>()

const ways: Record<Way, (name: string, bytes: Buffer) => Promise<ReadUpload>> = {
  ours: (name, bytes) => readUpload({ name, bytes }, join(folder, 'kept')),
  whole: async (_name, bytes) => ({ rows: await Promise.resolve(unfoldedWhole(bytes)), bad: 0 }),
  never: () => {
    for (;;) {
      /* as an expression that looks back without end */
    }
  },
  throws: () => Promise.reject(new TypeError('Cannot read properties of undefined')),
  dies: () => process.exit(1),
}

/** The first entry that is folded, into memory. */
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
