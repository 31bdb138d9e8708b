import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { compose, type App } from '../server/app/compose.ts'
import type { Ctx } from '../server/core/context.ts'
import { readEnv, type Env } from '../server/core/env.ts'
import type { Shop } from '../server/generated/prisma/client.ts'
import { createAccount } from '../server/shop/session/accounts.ts'
import { logIn } from '../server/shop/session/login.ts'
import { demoLogin } from '../server/shop/session/login.rest.ts'
import { demoShopDomain } from '../server/demo/catalog/catalog.ts'
import { growReviews, type Growth } from '../server/demo/seed/seed-grow.ts'
import { seedDemo } from '../server/demo/seed/seed.ts'
import type { Options } from './bench.ts'
import { reachDatabase, type BenchDatabase } from './bench-database.ts'

const login = { email: 'bench@candor.test', password: 'a-long-bench-password' }

/** Returns a benchmark's environment: the demo's secrets, no listening server, no log. */
export const benchEnv = (more: Record<string, string> = {}): Env =>
  readEnv({
    CANDOR_MODE: 'demo',
    CANDOR_LOG_LEVEL: 'error',
    CANDOR_ROLE: 'web',
    PORT: '0',
    PUBLIC_URL: 'http://candor.test',
    DATA_DIR: tmpdir(),
    ...more,
  })

/** The application in this process, with a shop and a signed-in merchant, for preparation and work without HTTP. */
export interface BenchApp extends AsyncDisposable {
  app: App
  shop: Shop
  ctx: Ctx
  /** Token of standalone mode. */
  token: string
}

interface AppOptions {
  variables?: Record<string, string>
  heavyJobs?: 'here' | 'child' | 'elsewhere'
}

/** Opens the application with an empty shop. */
export async function openApp(place: Pick<BenchDatabase, 'reach'>, options: AppOptions = {}): Promise<BenchApp> {
  return open(place, options, async (app) => {
    const shop = await makeShop(app, 'bench')
    await createAccount(app.deps, { ...login, shopifyDomain: shop.shopifyDomain })
    return { shop, ...login }
  })
}

const fullRows = 1_000_000

/**
 * Returns the number of reviews for the demo's shop: the option, or the goals' number.
 */
export const countGrownRows = ({ options }: { options: Options }): number => options.rows ?? fullRows

/** Opens the application with the demo's shop and all data of `npm run seed -- --reviews`. */
export async function openGrownDemo(place: BenchDatabase, growth: Growth): Promise<BenchApp> {
  return open(place, {}, async (app) => {
    await seedDemo(app)
    await growReviews(app, growth)
    const shop = await app.deps.access
      .acrossShops('the command line')
      .shop.findUniqueOrThrow({ where: { shopifyDomain: demoShopDomain } })
    return { shop, ...demoLogin }
  })
}

interface OwnedShop {
  shop: Shop
  email: string
  password: string
}

async function open(
  place: Pick<BenchDatabase, 'reach'>,
  { variables = {}, heavyJobs = 'here' }: AppOptions,
  prepare: (app: App) => Promise<OwnedShop>,
): Promise<BenchApp> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'))
  const app = await compose({
    env: benchEnv({ DATA_DIR: folder, ...variables }),
    database: await reachDatabase(place.reach),
    heavyJobs,
  })
  const { shop, email, password } = await prepare(app)
  const { token } = await logIn(
    { access: app.deps.access, throttle: app.parts.throttle },
    { email, password },
    { ip: 'bench' },
  )
  return {
    app,
    shop,
    token,
    ctx: app.contextOf(shop, { kind: 'system', name: 'bench' }),
    async [Symbol.asyncDispose]() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty shop on the largest plan. */
export function makeShop(app: App, name: string): Promise<Shop> {
  const now = app.deps.now()
  return app.deps.access.acrossShops('the command line').shop.create({
    data: {
      id: uuidv7(),
      shopifyDomain: `${name}.myshopify.com`,
      domain: `${name}.test`,
      name,
      email: `owner@${name}.test`,
      plan: 'enterprise',
      planStartedAt: now,
      createdAt: now,
      setupDone: true,
    },
  })
}
