import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as later } from 'node:timers/promises'
import type { FileBench } from './bench.ts'

const settleMs = 120_000
const measuredMs = 60_000
/** Clock ticks a second in /proc, on every Linux in use. */
const ticks = 100
const must = { cpu: 1, memory: 450 }

export const p24: FileBench = {
  id: 'P24',
  title: `the demo at rest, two minutes after its start: processor and memory of its processes, the database's included`,
  must: `${must.cpu} % of a core, ${must.memory} MB`,
  aim: '0.3 %, 350 MB',
  async onFiles({ say }) {
    const folder = mkdtempSync(join(tmpdir(), 'candor-p24-'))
    try {
      // The first start fills the demo; a merchant's days begin with the second.
      for (const start of ['first', 'second']) {
        const began = performance.now()
        const demo = await startDemo(folder)
        say(`${start} start: ${((performance.now() - began) / 1000).toFixed(1)} s`)
        if (start === 'second') {
          await later(settleMs)
          const before = cpuOf(demo.tree())
          await later(measuredMs)
          const processes = demo.tree()
          const cpu = ((cpuOf(processes) - before) / ticks / (measuredMs / 1000)) * 100
          const memory = processes.reduce((sum, pid) => sum + memoryOf(pid), 0)
          await demo.stop()
          say(`${processes.length} processes`)
          return {
            figure: `${cpu.toFixed(2)} % of a core, ${Math.round(memory)} MB`,
            ok: cpu <= must.cpu && memory <= must.memory,
          }
        }
        await demo.stop()
      }
      throw new Error('The demo did not start.')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function startDemo(dataDir: string): Promise<{ tree(): number[]; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Candor is ready')) break
  child.stdout.resume()
  return {
    tree: () => descendants(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function descendants(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((pid) => {
        const parent = statOf(Number(pid))[1]
        return parent === undefined ? [] : [[Number(pid), Number(parent)] as const]
      }),
  )
  const found = [root]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

/** The fields of /proc/<pid>/stat after the command name: state, parent and so on. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Ticks of the processes and of their ended children. */
const cpuOf = (pids: readonly number[]): number =>
  pids.reduce(
    (sum, pid) =>
      sum +
      statOf(pid)
        .slice(11, 13)
        .reduce((all, part) => all + Number(part), 0),
    0,
  )

/** Megabytes, with each process's share of shared pages. */
function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
