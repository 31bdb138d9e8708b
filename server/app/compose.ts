import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { makeContext, type Actor, type Ctx, type Deps } from '../core/context.ts'
import { openDatabase, type Database } from '../core/database/open.ts'
import { migrate } from '../core/database/migrate.ts'
import type { Clock } from '../core/clock.ts'
import type { WebPort } from '../core/files/web.ts'
import type { Env } from '../core/env.ts'
import { LIGHT_JOBS } from '../core/job-names.ts'
import { openBackground, type Background } from './background.ts'
import { buildChildSetup } from './child-process.ts'
import { openMetrics } from './http/metrics.ts'
import { makeHealthServer, makeHttpServer } from './http/server.ts'
import { makeWorkerChild } from './worker/child.ts'
import type { Parts } from '../core/http/parts.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import { startBounceServer, type BounceServer } from '../requests/bounces/bounce-server.ts'
import { openPostLimits } from '../core/http/post-limit.ts'
import { openKeyLimits } from '../shop/api-keys/key-limits.ts'
import { openThrottle } from '../shop/session/throttle.ts'
import { followOperatorPlan } from '../shop/billing/sync.ts'
import { makeSessionReader } from '../shop/session/session.ts'
import type { Shop } from '../generated/prisma/client.ts'

export interface App {
  parts: Parts
  deps: Deps
  database: Database
  clock: Clock
  /** Port for bounces over SMTP; null: none. */
  bouncePort: number | null
  http: FastifyInstance
  /** Port for health and metrics alone; null: none. */
  healthPort: number | null
  /** Process id of the worker child, while there is one. */
  workerPid(): number | null
  contextOf(shop: Shop, actor: Actor): Ctx
  /** Starts jobs and schedules, unless the process only serves. `compose` calls it, except with `worksLater`. */
  work(): Promise<void>
  /** Runs everything due now; resolves when nothing is left. */
  drain(): Promise<void>
  /** Reports that the process wants no more traffic. It still serves until `close`. */
  beginDrain(): void
  close(): Promise<void>
}

interface ComposeOptions {
  env: Env
  database?: Database
  /** Used without PUBLIC_URL. */
  origin?: string
  web?: WebPort
  integrations?: readonly Integration[] | undefined
  /**
   * Where heavy jobs run: in this process, in its worker child, or in processes of role worker. Default: here, also those
   * that a request waits for.
   */
  heavyJobs?: 'here' | 'child' | 'elsewhere'
  /** Tests: due work runs on `drain` only. */
  onDemand?: boolean
  /** The caller starts jobs and schedules with `work`. */
  worksLater?: boolean
}

/**
 * Composes the application. Only this file and background.ts see the database, the ports and the listeners at once.
 * @throws Error with a sentence for the operator
 */
export async function compose({
  env,
  database: given,
  origin = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
  web,
  integrations,
  heavyJobs = 'here',
  onDemand = false,
  worksLater = false,
}: ComposeOptions): Promise<App> {
  const database = given ?? (await openDatabase(readDatabaseOptions(env)))
  await migrate(database.directPool)
  const background = await openBackground({
    env,
    database,
    origin,
    web,
    integrations,
    onDemand,
    kinds: heavyJobs === 'child' ? LIGHT_JOBS : undefined,
    onOtherJobs: () => child?.start(),
    answersItself: heavyJobs === 'here',
  })
  const { deps, clock, runner } = background
  const child =
    heavyJobs === 'child'
      ? makeWorkerChild({
          setup: buildChildSetup({ env, origin: deps.origin, database }),
          clockOffsetMs: () => clock.now().getTime() - Date.now(),
          log: deps.log,
          runner,
        })
      : null
  if (child) clock.onMove(() => child.moveClock())
  const draining = new AbortController()
  const parts = makeParts(background, { env, database, draining: draining.signal })
  const http = await makeHttpServer(parts)
  const bounces = await receiveBounces(deps)
  const health = await serveHealth(parts)
  const work = async () => {
    if (env.CANDOR_ROLE !== 'web') await followOperatorPlan(deps).then(() => runner.work())
  }
  if (!worksLater) await work()
  return {
    parts,
    deps,
    bouncePort: bounces?.port ?? null,
    healthPort: health ? (health.server.address() as AddressInfo).port : null,
    workerPid: () => child?.pid ?? null,
    database,
    clock,
    http,
    contextOf: parts.contextOf,
    work,
    drain: parts.drain,
    beginDrain: () => draining.abort(),
    async close() {
      draining.abort()
      background.beginStop()
      await bounces?.close()
      await http.close()
      await Promise.all([child?.close(), background.close()])
      await health?.close()
      await database.close()
    },
  }
}

interface PartsOptions extends Pick<Parts, 'draining'> {
  env: Env
  database: Database
}

function makeParts(background: Background, { env, database, draining }: PartsOptions): Parts {
  const { deps, clock, shops, pubsub, runner } = background
  return {
    deps,
    shops,
    sessions: makeSessionReader(deps, shops),
    ...openLimits(env, database),
    pubsub,
    clock,
    database: database.server,
    metrics: openMetrics(deps, database),
    draining,
    contextOf: (shop, actor) => makeContext(deps, shop, actor),
    drain: () => runner.drain(),
  }
}

const readDatabaseOptions = (env: Env) => ({
  url: env.DATABASE_URL,
  directUrl: env.CANDOR_POOLER && env.DATABASE_DIRECT_URL,
  readUrl: env.DATABASE_READ_URL,
  dataDir: env.DATA_DIR,
})

/** Serves health and metrics on a port of their own if there is one. */
async function serveHealth(parts: Parts): Promise<FastifyInstance | null> {
  const { CANDOR_HEALTH_PORT: port, HOST: host } = parts.deps.env
  if (port === undefined) return null
  const server = await makeHealthServer(parts)
  await server.listen({ port, host }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new Error(`Port ${port} is already in use. Set CANDOR_HEALTH_PORT to another port.`)
      : error
  })
  return server
}

/** Receives bounces over SMTP if the process serves and has a port for them. */
async function receiveBounces(deps: Deps): Promise<BounceServer | null> {
  const { CANDOR_BOUNCE_PORT: port, CANDOR_ROLE: role, HOST: host } = deps.env
  if (port === undefined || role === 'worker') return null
  const server = await startBounceServer(deps, { port, host })
  deps.log.info({ port: server.port }, 'bounces are received')
  return server
}

const openLimits = (env: Env, database: Database): Pick<Parts, 'throttle' | 'postLimits' | 'keyLimits'> => ({
  throttle: openThrottle(database),
  postLimits: openPostLimits(database),
  keyLimits: openKeyLimits(env),
})
