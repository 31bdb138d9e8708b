import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startTogether } from '../server/testing/processes/production-processes.ts'
import { emptyVerdict, recordPlanted } from '../server/testing/checks/verdict.ts'
import type { PromiseBench } from './bench.ts'

const fullRounds = 20
const processes = 3

export const rStart: PromiseBench = {
  id: 'R-START',
  title: `${processes} production processes start together on an empty database of a PostgreSQL server, ${fullRounds} times (--rows sets how often)`,
  async onPromise({ place, options, say }) {
    const { url } = place.reach
    const folder = mkdtempSync(join(tmpdir(), 'candor-start-'))
    const verdict = emptyVerdict()
    const failures = async (database: string) => {
      const started = await startTogether(processes, { DATABASE_URL: addressOf(url, database), DATA_DIR: folder })
      return started.flatMap(({ exitCode, said }) => (exitCode === null ? [] : [said.trim()]))
    }
    try {
      for (let round = 1; round <= (options.rows ?? fullRounds); round++)
        await withEmptyDatabase(url, async (database) => {
          const began = performance.now()
          const [first, again] = [await failures(database), await failures(database)]
          verdict.tried += 2 * processes
          verdict.found.push(...first, ...again)
          say(
            `round ${round}: ${first.length} of ${processes} failed on the empty database, ${again.length} on the migrated one (${((performance.now() - began) / 1000).toFixed(1)} s)`,
          )
          if (round > 1) return
          await run(addressOf(url, database), `update _prisma_migrations set checksum = 'another'`)
          recordPlanted(
            verdict,
            'a database that ran other migrations',
            (await failures(database)).length === processes,
          )
        })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return verdict
  },
}

async function withEmptyDatabase(url: string, work: (database: string) => Promise<void>): Promise<void> {
  const database = `candor_start_${randomUUID().slice(0, 8)}`
  await run(url, `create database ${database}`)
  try {
    await work(database)
  } finally {
    await run(url, `drop database ${database} with (force)`)
  }
}

function addressOf(url: string, database: string): string {
  const own = new URL(url)
  own.pathname = `/${database}`
  return own.href
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
