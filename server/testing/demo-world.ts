import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { emptyPageCache } from '../storefront/widgets/pages/page-cache.ts'
import { compose, type App } from '../app/compose.ts'
import { embeddedDatabase, ownerRole } from '../core/database/embedded/embedded.ts'
import { openDatabase, type Database } from '../core/database/open.ts'
import { updatePictureUrls } from '../demo/prepare.ts'
import { readEnv } from '../core/env.ts'
import { seedDemo } from '../demo/seed/seed.ts'
import { freshDatabase, urlOf } from './world.ts'

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
      // The next suite of this worker has the same shops at another address.
      emptyPageCache()
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

const demoTemplate = 'candor_demo'
/** Holds while a suite fills the template. */
const fillingLock = 727_073

/** Returns the name of a filled demo's database, to be copied. The first suite of the run that needs it fills it. */
async function filledDemo(): Promise<string> {
  const client = new pg.Client({ connectionString: process.env.CANDOR_TEST_SERVER_URL })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [fillingLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [demoTemplate])
    if (rowCount) return demoTemplate
    const unfinished = `${demoTemplate}_new`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished} template ${embeddedDatabase} owner ${ownerRole}`)
    await fillDemo(await openDatabase({ url: urlOf(unfinished) }))
    await client.query(`alter database ${unfinished} rename to ${demoTemplate}`)
    return demoTemplate
  } finally {
    await client.end()
  }
}

/** Fills an empty database with the demo and closes it. */
export async function fillDemo(database: Database): Promise<void> {
  const files = mkdtempSync(join(tmpdir(), 'candor-demo-'))
  const app = await openDemo(
    { CANDOR_ROLE: 'web', DATA_DIR: files, PORT: '0', PUBLIC_URL: 'http://candor.test' },
    database,
  )
  await app.close()
  rmSync(files, { recursive: true })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
