import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, type App } from '../compose.ts'
import { readEnv } from '../env.ts'
import { seedDemo } from './seed.ts'
import { freshDatabase } from './world.ts'

/** The demo as a stranger meets it: seeded, and answering over a socket at the address its mails point to. */
export interface DemoWorld {
  app: App
  url: string
  close(): Promise<void>
}

export async function createDemoWorld(): Promise<DemoWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-demo-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { database, drop } = await freshDatabase()
  const env = readEnv({ CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', DATA_DIR: folder, PORT: String(port), PUBLIC_URL: url })
  const app = await compose({ env, database })
  await seedDemo(app)
  await app.http.listen({ port, host: '127.0.0.1' })
  return {
    app, url,
    async close() {
      await app.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
