import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyVerdict, recordPlanted, type Verdict } from '../server/testing/checks/verdict.ts'
import type { PromiseBench, Stage } from './bench.ts'
import { messyCsvOf } from './import-files.ts'
import { writtenColumns } from './import-pace.ts'
import { differences, plantedFaults, stateOf, type State } from './import-state.ts'
import { killedImport, withApp, type Ended, type Kills } from './killed-import.ts'

const fullKills = 100
/** Kills for a file with fewer rows than the full one. */
const someKills = 20
const fullRows = 10_000
/** Rows that a worker would repeat or skip if its progress were not in its transaction. */
const movedRows = 300
const faultsTold = 10
/** Divides an import's duration to get a worker's maximum life, so that each import takes several workers. */
const livesOfAnImport = 3

export const r5: PromiseBench = {
  id: 'R5',
  title: `imports whose workers are killed, ${fullKills} times at random moments from the check to the end, against one without: every row, counter, problem and figure`,
  async onPromise({ place, options, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'candor-kills-'))
    const variables = {
      CANDOR_MODE: 'demo',
      CANDOR_LOG_LEVEL: 'silent',
      PORT: '0',
      PUBLIC_URL: 'http://candor.test',
      DATA_DIR: folder,
      ...('url' in place.reach && { DATABASE_URL: place.reach.url }),
    }
    const bytes = messyCsvOf(options.rows ?? fullRows)
    try {
      return await killAll({
        run: (kills) => killedImport(variables, bytes, kills),
        variables,
        say,
        kills: options.rows === undefined ? fullKills : someKills,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Trials extends Pick<Stage, 'say'> {
  run(kills: Kills): Promise<Ended>
  variables: Record<string, string>
  kills: number
}

async function killAll({ run, variables, kills, say }: Trials): Promise<Verdict> {
  const verdict = emptyVerdict()
  const { state: wanted, workedMs } = await run({ kills: 0, longestLifeMs: 0 })
  const longestLifeMs = workedMs / livesOfAnImport
  say(
    `without a kill it takes ${(workedMs / 1000).toFixed(1)} s and leaves ${wanted.size.toLocaleString('en')} different rows`,
  )
  let shopId = ''
  while (verdict.tried < kills) {
    const ended = await run({ kills: kills - verdict.tried, longestLifeMs })
    if (ended.killed.length === 0) continue
    shopId = ended.shopId
    verdict.tried += ended.killed.length
    const found = differences(wanted, ended.state)
    say(`killed ${ended.killed.length} times (at ${ended.killed.join(', ')}): ${found.length} differences`)
    verdict.found.push(...found.slice(0, faultsTold))
  }
  await plantInRows(verdict, { variables, wanted, shopId })
  await plantInRuns(verdict, { run: (more) => run({ longestLifeMs, ...more }), wanted })
  return verdict
}

/** Plants faults in a killed import's data, one at a time, and reverts each. */
async function plantInRows(
  verdict: Verdict,
  { variables, wanted, shopId }: { variables: Record<string, string>; wanted: State; shopId: string },
): Promise<void> {
  await withApp(variables, async ({ database: { pool } }) => {
    const client = await pool.connect()
    try {
      for (const [name, fault] of Object.entries(plantedFaults(await writtenColumns(client)))) {
        await client.query('begin')
        const { rowCount } = await client.query(fault, [shopId])
        const seen = differences(wanted, await stateOf(client, shopId))
        await client.query('rollback')
        if (!rowCount) throw new Error(`Nothing was planted: ${name}.`)
        recordPlanted(verdict, name, seen.length > 0)
      }
    } finally {
      client.release()
    }
  })
}

/** Simulates a worker that writes its progress apart from its rows: after a kill, rows are repeated or skipped. */
async function plantInRuns(
  verdict: Verdict,
  { run, wanted }: { run: (kills: Pick<Kills, 'kills' | 'meddle'>) => Promise<Ended>; wanted: State },
): Promise<void> {
  for (const [name, by] of [
    ['rows are passed over after a kill', movedRows],
    ['rows are read again after a kill', -movedRows],
  ] as const) {
    const meddled: string[] = []
    const { state } = await run({
      kills: 20,
      async meddle({ database: { pool } }, shopId) {
        meddled.push(shopId)
        await pool.query('update "Import" set done = done + $2 where "shopId" = $1', [shopId, by])
      },
    })
    recordPlanted(
      verdict,
      meddled.length > 0 ? name : `${name}: no kill fell into the run`,
      differences(wanted, state).length > 0,
    )
  }
}
