import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { PlanId } from '../../rules/plans.ts'
import { compose, type App } from '../app/compose.ts'
import type { Actor, Ctx } from '../core/context.ts'
import { embeddedDatabase, ownerRole } from '../core/database/embedded/embedded.ts'
import { openDatabase, type Database } from '../core/database/open.ts'
import { readEnv } from '../core/env.ts'
import type { WebPort } from '../core/files/web.ts'
import type { DemoMail, Shop } from '../generated/prisma/client.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import { mintIdToken } from '../demo/id-token.ts'
import { hashAssets } from '../storefront/theme/theme.ts'
import { openSession } from '../shop/session/login.ts'
import { cannedWeb } from './canned-web.ts'

export interface WorldOptions {
  plan?: PlanId
  env?: Record<string, string>
  database?: Database
  /** Stand-in for external servers; nearly empty by default. */
  web?: WebPort
  integrations?: readonly Integration[]
  /** Where heavy jobs run; default: in the test's process. */
  heavyJobs?: 'here' | 'child'
  /** Whether schedules run on timers, as in production; otherwise only `runJobs` and `advance` run them. */
  live?: boolean
  /** The first `runJobs` writes the theme of both shops, as after a release; otherwise this release has written it. */
  themes?: boolean
}

export interface GraphqlAnswer {
  data: Record<string, never> | null
  errors?: { message: string; extensions?: { code?: string } }[]
}

/** The whole application on its own database, with a shop, a signed-in merchant and a stopped clock. */
export interface World {
  app: App
  shop: Shop
  /** An unrelated second shop. */
  otherShop: Shop
  ctx: Ctx
  /** Standalone token of the shop's merchant. */
  token: string
  otherToken: string
  contextOf(shop: Shop, actor?: Actor): Ctx
  /** POST /graphql as the merchant, or with another token. */
  graphql(document: string, variables?: object, token?: string): Promise<GraphqlAnswer>
  /** Calls a route of spec 7 under /apiSa, or under /api with `mode: 'embedded'`. */
  rest(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: { body?: object; mode?: 'embedded' | 'standalone'; token?: string },
  ): Promise<LightMyRequestResponse>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  idToken(shopDomain?: string): Promise<string>
  /** Moves business time and runs due work. */
  advance(by: { days?: number; hours?: number; minutes?: number }): Promise<void>
  runJobs(): Promise<void>
  mailbox(): Promise<DemoMail[]>
  /** Returns the URL of its socket; listens at the first call. */
  url(): Promise<string>
  close(): Promise<void>
}

/** Start time of every world. */
export const worldStart = new Date('2026-03-02T09:00:00.000Z')
/** Hash of 'a-long-test-password'. Computing and comparing it would take a sixth of a world's time. */
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$LrnBUUksXxMQQybS4U4sBw$bEgKbwlfleIJ41kq9RIwhySuJiusYlNVR2BwRbOBxMc'

export async function createWorld({
  plan = 'advanced',
  env: more = {},
  database: given,
  web = cannedWeb(),
  integrations,
  heavyJobs = 'here',
  live = false,
  themes = false,
}: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-world-'))
  const { database, drop } = given ? { database: given, drop: async () => undefined } : await freshDatabase()
  const env = readEnv({
    CANDOR_MODE: 'demo',
    CANDOR_LOG_LEVEL: 'error',
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_URL: 'http://candor.test',
    ...more,
  })
  const app = await compose({ env, database, web, integrations, heavyJobs, onDemand: !live })
  app.clock.pin(worldStart)
  const themeRelease = themes ? null : hashAssets()
  const shop = await makeShop(app, { name: 'world', plan, themeRelease })
  const otherShop = await makeShop(app, { name: 'other', plan, themeRelease })
  const [token, otherToken] = [await signIn(app, shop), await signIn(app, otherShop)]
  const system: Actor = { kind: 'system', name: 'test' }
  const contextOf = (of: Shop, actor: Actor = system) => app.contextOf(of, actor)
  const mint = (shopDomain = shop.shopifyDomain) =>
    mintIdToken({ apiKey: env.SHOPIFY_API_KEY, secret: env.SHOPIFY_API_SECRET, shopDomain })
  const url = listenOnce(app)
  return {
    app,
    shop,
    otherShop,
    token,
    otherToken,
    contextOf,
    url,
    ctx: contextOf(shop),
    async graphql(document, variables = {}, as = token) {
      const answer = await fetch(`${await url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': as },
        body: JSON.stringify({ query: document, variables }),
      })
      return (await answer.json()) as GraphqlAnswer
    },
    async rest(method, path, { body, mode = 'standalone', token: as = token } = {}) {
      const headers: Record<string, string> =
        mode === 'embedded' ? { authorization: `Bearer ${await mint()}` } : { 'x-auth-token': as }
      return app.http.inject({
        method,
        url: `${mode === 'embedded' ? '/api' : '/apiSa'}${path}`,
        headers,
        ...(body ? { payload: body } : {}),
      })
    },
    inject: (options) => app.http.inject(options),
    idToken: mint,
    async advance({ days = 0, hours = 0, minutes = 0 }) {
      await app.clock.advance(((days * 24 + hours) * 60 + minutes) * 60_000)
      await app.drain()
    },
    runJobs: () => app.drain(),
    mailbox: () =>
      app.deps.access
        .acrossShops('the demo platform')
        .demoMail.findMany({ orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }] }),
    async close() {
      await app.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface DatabaseCopy {
  name: string
  drop(): Promise<void>
}

/** Copies a database of the run's server: the migrated, empty one, or another template. */
export async function copyDatabase(template: string = embeddedDatabase): Promise<DatabaseCopy> {
  const name = `world_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${template} owner ${ownerRole} strategy file_copy`)
  return { name, drop: () => onServer(`drop database ${name} with (force)`) }
}

/** Copies a database and opens the copy. */
export async function freshDatabase(template?: string): Promise<DatabaseCopy & { database: Database }> {
  const copy = await copyDatabase(template)
  return { ...copy, database: await openDatabase({ url: urlOf(copy.name) }) }
}

/** Address of a database of the run's server, as its owner without superuser rights. */
export function urlOf(name: string, user = ownerRole): string {
  const url = new URL(process.env.CANDOR_TEST_SERVER_URL ?? '')
  url.pathname = `/${name}`
  url.username = user
  return url.href
}

/** Runs a statement on the run's server as superuser. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.CANDOR_TEST_SERVER_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Disables rules that most tests are not about: emails are sent at their exact time, and customers may get several. */
const plainRules = { coolDownDays: 0, sendHour: null }

async function makeShop(
  app: App,
  { name, plan, themeRelease }: { name: string; plan: PlanId; themeRelease: string | null },
): Promise<Shop> {
  const db = app.deps.access.acrossShops('the demo platform')
  const shop = await db.shop.create({
    data: {
      id: uuidv7(),
      shopifyDomain: `${name}.myshopify.com`,
      domain: `${name}.test`,
      name: `Shop ${name}`,
      email: `owner@${name}.test`,
      plan,
      planStartedAt: worldStart,
      installedAt: worldStart,
      createdAt: worldStart,
      setupDone: true,
      themeRelease,
    },
  })
  await app.deps.access.forShop(shop.id).setting.create({
    data: { shopId: shop.id, key: 'requestRules', value: plainRules, version: 1, updatedAt: worldStart },
  })
  // Tests move the clock by weeks, so a weekly summary would add to the mails that they count.
  await db.reviewNotice.create({ data: { shopId: shop.id, summaryDay: new Date('2999-12-30') } })
  return shop
}

async function signIn(app: App, shop: Shop): Promise<string> {
  const id = uuidv7()
  const shops = { create: { shopId: shop.id } }
  await app.deps.access
    .acrossShops('the demo platform')
    .account.create({ data: { id, email: `merchant@${shop.domain}`, passwordHash, createdAt: app.deps.now(), shops } })
  return openSession(app.deps, { accountId: id, shopId: shop.id })
}

function listenOnce(app: App): () => Promise<string> {
  let listening: Promise<string> | undefined
  return () =>
    (listening ??= app.http
      .listen({ port: 0, host: '127.0.0.1' })
      .then(() => `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`))
}
