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

/** Variables of a process on the embedded database of a folder. */
export const folderEnv = (folder: string) => ({
  CANDOR_MODE: 'demo',
  CANDOR_LOG_LEVEL: 'error',
  DATA_DIR: folder,
  PORT: '0',
  PUBLIC_URL: 'http://candor.test',
})

/** Makes a folder for data of a test's processes: in memory where there is room, as processes force every commit to the disk. */
export const makeTestFolder = (name: string): string =>
  mkdtempSync(join(process.env.CANDOR_TEST_RUN ?? tmpdir(), `${name}-`))

/** Runs the embedded database's code as first compiled: optimizing it costs a short process a third of its time. */
export const shortProcess = ['--disable-warning=ExperimentalWarning', '--liftoff-only']

/** A data folder begins as a copy of the migrated, empty one, as every world does. */
export function beginFolder(folder: string): void {
  const template = process.env.CANDOR_TEST_TEMPLATE
  if (template && !existsSync(join(folder, 'db'))) cpSync(template, folder, { recursive: true })
}

interface ShopOptions {
  plan?: PlanId
  /** Runs jobs here when the test drains them; otherwise they wait for a worker process. */
  works?: boolean
}

/** Opens the application on a data folder that no worker has now, with the folder's shop, which is made at the first time. */
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

/** Runs what a killed worker has left. Its jobs would count as active until they expire. */
export async function drainAfterKill(app: App): Promise<void> {
  await app.database.pool.query(`update jobs.job set state = 'failed', completed_on = now() where state = 'active'`)
  await app.drain()
}

/**
 * How to run a worker process of this folder (`import-process.ts` and the like), which prints how far it is, one number a line, and to kill it
 * when that is far enough. Answers the signal it died of, null for an end of its own.
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

/** What a process of a test has of ours: the way to programs and to what Node has compiled before. */
export function bareEnv(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
}
