import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compose, type App } from '../server/app/compose.ts'
import { readEnv } from '../server/core/env.ts'
import { createImport } from '../server/imports/imports.ts'
import { makeShop } from './app.ts'
import { importedProducts } from './import-files.ts'
import { stateOf, type State } from './import-state.ts'
import { loadReviews } from './load-reviews.ts'

/** A check restarts after each kill, and is given up after three crashes. */
const mostKilledChecks = 2
const script = fileURLToPath(new URL('import-worker.ts', import.meta.url))

export interface Ended {
  shopId: string
  state: State
  /** The import's status at each kill. */
  killed: string[]
  /** Running time of the last worker. */
  workedMs: number
}

export interface Kills {
  kills: number
  /** Maximum running time of a worker; each gets a random part of it. */
  longestLifeMs: number
  /** Called once, without a running worker, after some rows are written. */
  meddle?: (app: App, shopId: string) => Promise<unknown>
}

let shops = 0

/** Opens the application without a worker. */
export async function withApp<T>(variables: Record<string, string>, work: (app: App) => Promise<T>): Promise<T> {
  const app = await compose({ env: readEnv({ ...variables, CANDOR_ROLE: 'web' }) })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Imports a file into a new shop by successive workers, some of them killed. Returns the resulting data. */
export async function killedImport(
  variables: Record<string, string>,
  bytes: Uint8Array,
  { kills, longestLifeMs, meddle }: Kills,
): Promise<Ended> {
  const shopId = await withApp(variables, async (app) => {
    const shop = await makeShop(app, `kills-${shops++}`)
    await loadReviews(app.database.pool, { shopId: shop.id, products: importedProducts, reviews: 0 })
    await createImport(app.contextOf(shop, { kind: 'system', name: 'bench' }), { name: 'kills.csv', bytes })
    return shop.id
  })
  const killed: string[] = []
  let toMeddle = meddle
  for (;;) {
    const mayKill = killed.length < kills
    const checks = killed.filter((at) => at.startsWith('checking')).length
    const at = await oneLife(variables, {
      lifeMs: mayKill ? Math.random() * longestLifeMs : null,
      duringCheck: checks < mostKilledChecks,
    })
    if (typeof at === 'number')
      return {
        shopId,
        killed,
        workedMs: at,
        state: await withApp(variables, ({ database: { pool } }) => stateOf(pool, shopId)),
      }
    killed.push(at)
    if (!toMeddle || !/^running [1-9]/.test(at)) continue
    await withApp(variables, (app) => toMeddle?.(app, shopId) ?? Promise.resolve())
    toMeddle = undefined
  }
}

/** Runs a worker until its import ends or it is killed. Returns its running time, or the last reported status. */
async function oneLife(
  variables: Record<string, string>,
  { lifeMs, duringCheck }: { lifeMs: number | null; duringCheck: boolean },
): Promise<string | number> {
  const worker = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, JSON.stringify({ variables })],
    {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const exit = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const end = new AbortController()
  let at = ''
  let dying = false
  let [began, ended] = [0, 0]
  worker.on('message', (reported: string) => {
    began ||= performance.now()
    ended = performance.now()
    at = reported
    const checking = at.startsWith('check')
    if (dying || lifeMs === null || (checking && !duringCheck)) return
    dying = true
    void later(lifeMs, null, { signal: end.signal }).then(
      () => worker.kill('SIGKILL'),
      () => undefined,
    )
  })
  const [code, signal] = await exit
  end.abort()
  if (code) throw new Error(`The worker ended with ${code} at ${at}.`)
  return signal ? at : ended - began
}
