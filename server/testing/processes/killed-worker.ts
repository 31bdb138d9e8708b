import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import type { PlanId } from '../../../rules/plans.ts'
import { compose, type App } from '../../app/compose.ts'
import type { Ctx } from '../../core/context.ts'
import { readEnv } from '../../core/env.ts'
import { worldStart } from '../world.ts'

export const folderEnv = (folder: string) => ({
  CANDOR_MODE: 'demo',
  CANDOR_LOG_LEVEL: 'error',
  DATA_DIR: folder,
  PORT: '0',
  PUBLIC_URL: 'http://candor.test',
})

/** Creates a data folder for a test's processes. In memory if possible, since processes flush every commit to disk. */
export const makeTestFolder = (name: string): string =>
  mkdtempSync(join(process.env.CANDOR_TEST_RUN ?? tmpdir(), `${name}-`))

export const shortProcess = ['--disable-warning=ExperimentalWarning']

/** Copies the migrated, empty template into a data folder. */
export function beginFolder(folder: string): void {
  const template = process.env.CANDOR_TEST_TEMPLATE
  if (template && !existsSync(join(folder, 'candor.pid'))) cpSync(template, folder, { recursive: true, force: false })
}

interface ShopOptions {
  plan?: PlanId
  /** Runs jobs here when the test drains them; otherwise they wait for a worker process. */
  works?: boolean
}

/** Opens the application on a data folder without a running worker. Creates the folder's shop at the first call. */
export async function withShop<T>(
  variables: Record<string, string>,
  work: (ctx: Ctx, app: App) => Promise<T>,
  { plan = 'advanced', works = false }: ShopOptions = {},
): Promise<T> {
  const env = readEnv({ ...variables, CANDOR_ROLE: works ? 'all' : 'web' })
  beginFolder(env.DATA_DIR)
  const app = await compose({ env, onDemand: true })
  try {
    const shops = app.deps.access.acrossShops('the command line').shop
    const shop =
      (await shops.findFirst()) ??
      (await shops.create({
        data: {
          id: uuidv7(),
          shopifyDomain: 'kill.myshopify.com',
          domain: 'kill.test',
          name: 'Kill',
          email: 'k@kill.test',
          plan,
          planStartedAt: worldStart,
          createdAt: worldStart,
        },
      }))
    return await work(app.contextOf(shop, { kind: 'system', name: 'test' }), app)
  } finally {
    await app.close()
  }
}

/** Runs the jobs that a killed worker left, which would count as active until they expire. */
export async function drainAfterKill(app: App): Promise<void> {
  await app.database.pool.query(`update jobs.job set state = 'failed', completed_on = now() where state = 'active'`)
  await app.drain()
}

/**
 * Runs a worker process of this folder (such as `import-process.ts`) and kills it at a given progress. The process
 * prints its progress, one number per line. Returns the signal that ended it; null if it ended normally.
 */
export function killWorker(
  name: string,
  variables: Record<string, string>,
): (farEnough: (done: number) => boolean) => Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  return async (farEnough) => {
    const worker = spawn(process.execPath, [...shortProcess, script], {
      env: { ...bareEnv(), ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    for await (const line of createInterface(worker.stdout)) if (farEnough(Number(line))) worker.kill('SIGKILL')
    const [code, signal] = await exit
    if (code) throw new Error(`The worker ended with ${code}`)
    return signal
  }
}

/** Returns a minimal environment for a test's process: PATH, and Node's compile cache. */
export function bareEnv(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
}
