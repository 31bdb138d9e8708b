import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { compose, type App } from '../server/compose.ts'
import type { Ctx } from '../server/context.ts'
import { readEnv, type Env } from '../server/env.ts'
import type { Shop } from '../server/generated/prisma/client.ts'
import { createAccount } from '../server/session/accounts.ts'
import { logIn } from '../server/session/login.ts'
import { reachDatabase, type Place } from './place.ts'

const login = { email: 'bench@candor.test', password: 'a-long-bench-password' }

/** The environment of a bench: the demo's secrets, nothing listening, no log. */
export const benchEnv = (more: Record<string, string> = {}): Env => readEnv({
  CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', CANDOR_ROLE: 'web', PORT: '0', PUBLIC_URL: 'http://candor.test', DATA_DIR: tmpdir(), ...more,
})

/** The application in this process, with a shop and a signed-in merchant, for preparing and for work without HTTP. */
export interface BenchApp extends AsyncDisposable {
  app: App
  shop: Shop
  ctx: Ctx
  /** Of the standalone mode. */
  token: string
}

export async function openApp(place: Place, variables: Record<string, string> = {}): Promise<BenchApp> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'))
  const app = await compose({ env: benchEnv({ DATA_DIR: folder, ...variables }), database: await reachDatabase(place.reach) })
  const now = app.deps.now()
  const shop = await app.deps.doors.acrossShops('the command line').shop.create({
    data: {
      id: uuidv7(), shopifyDomain: 'bench.myshopify.com', domain: 'bench.test', name: 'Bench', email: 'owner@bench.test', plan: 'enterprise',
      planStartedAt: now, createdAt: now, setupDone: true,
    },
  })
  await createAccount(app.deps, { ...login, shopifyDomain: shop.shopifyDomain })
  const { token } = await logIn({ doors: app.deps.doors, throttle: app.parts.throttle }, login, 'bench')
  return {
    app, shop, token,
    ctx: app.contextOf(shop, { kind: 'system', name: 'bench' }),
    async [Symbol.asyncDispose]() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
