import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, type App } from '../app/compose.ts'
import { openDatabase, type Database } from '../core/database/open.ts'
import { updatePictureUrls } from '../demo/prepare.ts'
import { readEnv } from '../core/env.ts'
import { seedDemo } from '../demo/seed/seed.ts'
import { freshDatabase } from './world.ts'

/** The seeded demo, which answers over a socket at the address in its mails. */
export interface DemoWorld {
  app: App
  url: string
  close(): Promise<void>
}

/** Opens a copy of the run's filled demo; `fresh` fills a new one. */
export async function createDemoWorld({
  fresh = false,
  database: given,
}: { fresh?: boolean; database?: Database } = {}): Promise<DemoWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-demo-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { database, drop } = given
    ? { database: given, drop: async () => undefined }
    : await freshDatabase(fresh ? undefined : await filledDemo())
  const app = await openDemo({ DATA_DIR: folder, PORT: String(port), PUBLIC_URL: url }, database)
  await app.http.listen({ port, host: '127.0.0.1' })
  return {
    app,
    url,
    async close() {
      await app.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills an empty database, or updates the rows' picture URLs to this address. */
async function openDemo(variables: Record<string, string>, database: Database): Promise<App> {
  const app = await compose({
    env: readEnv({ CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', ...variables }),
    database,
  })
  const known = await app.deps.access.acrossShops('the demo platform').shop.findFirst({ select: { id: true } })
  await (known ? updatePictureUrls(app) : seedDemo(app))
  return app
}

/** Returns the data folder of a filled demo, to be copied. The first suite that needs it fills it. */
export async function filledDemo(): Promise<string | undefined> {
  const { CANDOR_TEST_TEMPLATE: empty, CANDOR_TEST_RUN: run } = process.env
  if (!empty || !run) return undefined
  const folder = join(run, 'demo')
  if (existsSync(folder)) return folder
  const unfinished = mkdtempSync(`${folder}-`)
  cpSync(empty, unfinished, { recursive: true })
  const app = await openDemo(
    { CANDOR_ROLE: 'web', DATA_DIR: unfinished, PORT: '0', PUBLIC_URL: 'http://candor.test' },
    await openDatabase({ dataDir: unfinished, durable: false }),
  )
  await app.close()
  if (existsSync(folder)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, folder)
  return folder
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
