import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { clustersIn, readPostmaster } from '../server/core/database/embedded/cluster.ts'
import { openDatabase } from '../server/core/database/open.ts'
import type { FileBench } from './bench.ts'

const kills = 50
const targets = ['process', 'group', 'database'] as const
/** Acknowledged writes before a kill; the kill follows at a random one after them. */
const least = 20
const spread = 200

export const r4: FileBench = {
  id: 'R4',
  title: `acknowledged writes that ${kills} hard kills lose: of the process, of its whole group, and of the embedded server`,
  must: '0',
  aim: '0',
  async onFiles({ say }) {
    const folder = mkdtempSync(join(tmpdir(), 'candor-r4-'))
    let [acknowledged, lost] = [0, 0]
    try {
      for (let kill = 0; kill < kills; kill++) {
        const target = targets[kill % targets.length] ?? 'process'
        acknowledged = await writeUntilKilled(folder, { target, from: acknowledged })
        const { count, most } = await stored(folder)
        const missing = Math.max(0, acknowledged - most) + (most - count)
        lost += missing
        if (missing > 0) say(`killed the ${target} at ${acknowledged}: ${missing} writes are missing`)
        acknowledged = most
      }
      say(`${acknowledged} writes, ${kills} kills`)
      return { figure: String(lost), ok: lost === 0 }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Runs a process that inserts rows one by one until it is killed. Returns the last acknowledged row. */
async function writeUntilKilled(
  folder: string,
  { target, from }: { target: (typeof targets)[number]; from: number },
): Promise<number> {
  const writer = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL('row-writer.ts', import.meta.url)), folder],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    },
  )
  const ended = once(writer, 'exit')
  const end = from + least + Math.floor(Math.random() * spread)
  let last = from
  for await (const line of createInterface(writer.stdout)) {
    last = Number(line)
    if (last < end || writer.killed) continue
    if (target === 'group') process.kill(-(writer.pid ?? 0), 'SIGKILL')
    const server = readPostmaster(join(folder, `pg${Math.max(...clustersIn(folder))}`))
    if (target === 'database' && server) process.kill(server.pid, 'SIGKILL')
    writer.kill('SIGKILL')
  }
  await ended
  return last
}

async function stored(dataDir: string): Promise<{ count: number; most: number }> {
  const database = await openDatabase({ dataDir })
  try {
    const { rows } = await database.pool.query<{ count: number; most: number }>(
      'select count(*)::int, coalesce(max(n), 0) as most from held',
    )
    return rows[0] ?? { count: 0, most: 0 }
  } finally {
    await database.close()
  }
}
