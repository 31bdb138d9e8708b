import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { smallYoungHeap } from '../server/core/memory.ts'
import { cutAt, cutFiles, hostileFiles, longCell, type HostileFile } from '../server/testing/hostile/hostile-files.ts'
import { emptyVerdict, recordPlanted, type Verdict } from '../server/testing/checks/verdict.ts'
import type { PromiseBench } from './bench.ts'
import type { ReadResult, Way } from './upload-reader.ts'

const most = { ms: 10_000, megabytes: 300 }
const ownScript = fileURLToPath(new URL('upload-reader.ts', import.meta.url))

export const r16: PromiseBench = {
  id: 'R16',
  title: `hostile workbooks, texts, pages and archives, each in a fresh process: no crash, none over ${most.ms / 1000} s, ${most.megabytes} MB of memory at most, a reason with each refusal`,
  async onPromise({ options, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'candor-hostile-'))
    const verdict = emptyVerdict()
    let [longest, largest] = [0, 0]
    const note = (name: string, { result, fault }: Ended) => {
      verdict.tried += 1
      if (fault) verdict.found.push(`${name}: ${fault}`)
      if (!result) return
      if (result.ms > longest / 2 || result.peak > largest * 0.9 || fault)
        say(
          `${result.ms.toFixed(0).padStart(6)} ms, ${result.cpu.toFixed(0).padStart(6)} of CPU, ${result.peak.toFixed(0).padStart(4)} MB  ${result.outcome}: ${name}`,
        )
      longest = Math.max(longest, result.ms)
      largest = Math.max(largest, result.peak)
    }
    try {
      const chosen = hostileFiles.slice(0, options.rows ?? hostileFiles.length)
      for (const file of chosen) for (const ended of await readInProcess(folder, 'ours', [file])) note(file.name, ended)
      for (const file of cutFiles) {
        const whole = file.make()
        const cuts = Array.from({ length: 100 }, (_none, percent) => ({ ...file, make: () => cutAt(whole, percent) }))
        for (const [percent, ended] of (await readInProcess(folder, 'ours', cuts)).entries())
          note(`${file.name}, the first ${percent} %`, ended)
      }
      say(`longest ${longest.toFixed(0)} ms, most memory ${largest.toFixed(0)} MB`)
      await plantAll(verdict, folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return verdict
  },
}

/** Tests the detection by readers that hang, crash, give no reason or decompress everything. */
async function plantAll(verdict: Verdict, folder: string): Promise<void> {
  const good = cutFiles[0]
  if (!good) throw new Error('There is nothing to plant.')
  const faultOf = async (way: Way, file: HostileFile) => (await readInProcess(folder, way, [file]))[0]?.fault
  for (const way of ['never', 'throws', 'dies'] as const)
    recordPlanted(verdict, `a reader that ${way}`, Boolean(await faultOf(way, good)))
  recordPlanted(
    verdict,
    'a reader that unfolds all',
    Boolean((await faultOf('whole', { ...good, make: () => longCell(0.6) }))?.includes('MB')),
  )
}

interface Ended {
  result?: ReadResult
  fault: string | null
}

/** Reads files one after another in a fresh process. Starts another process after a crash or a hang. */
async function readInProcess(folder: string, way: Way, files: readonly HostileFile[]): Promise<Ended[]> {
  const ended: Ended[] = []
  let reader: Reader | undefined
  try {
    for (const [at, { fileName, make }] of files.entries()) {
      const place = join(folder, String(at))
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, fileName), make())
      reader ??= await startReader(folder, way)
      const result = await reader.read(join(place, fileName))
      rmSync(place, { recursive: true, force: true })
      if (typeof result === 'string') {
        ended.push({ fault: result })
        await reader.kill()
        reader = undefined
      } else ended.push({ result, fault: faultOf(result) })
    }
  } finally {
    await reader?.kill()
  }
  return ended
}

function faultOf({ outcome, fault, ms, cpu, peak }: ReadResult): string | null {
  if (fault) return `no reason but ${outcome}`
  if (ms > most.ms) return `took ${Math.round(ms)} ms, ${Math.round(cpu)} of CPU`
  return peak > most.megabytes ? `took ${Math.round(peak)} MB` : null
}

interface Reader {
  /** Returns a sentence after a crash or a hang. */
  read(path: string): Promise<ReadResult | string>
  kill(): Promise<void>
}

async function startReader(folder: string, way: Way): Promise<Reader> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', smallYoungHeap, ownScript, JSON.stringify({ folder, way })],
    {
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    },
  )
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const died = exit.then(([code, signal]) => `the process died of ${signal ?? String(code)}`)
  const message = async (): Promise<unknown> => {
    const end = new AbortController()
    const limit = setTimeout(() => end.abort(), most.ms * 2)
    const answer = once(child, 'message', { signal: end.signal }).then(
      ([result]) => result as unknown,
      () => `hung for ${(most.ms * 2) / 1000} s`,
    )
    return Promise.race([answer, died]).finally(() => clearTimeout(limit))
  }
  await message()
  return {
    async read(path) {
      child.send(path)
      return (await message()) as ReadResult | string
    },
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
